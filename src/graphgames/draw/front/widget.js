// A cell of a notebook (anywidget): the page in a frame of its own. What it asks goes to the kernel, and what was chosen
// or played, there or in another view, comes back.

const views = new WeakMap();

/** @param {any} model the state that the kernel shares, and messages to it */
function render({ model, el }) {
  const number = (views.get(model) ?? 0) + 1, frame = document.createElement("iframe");
  views.set(model, number);
  const dark = { true: "light", false: "dark" }[document.body.dataset.jpThemeLight] ?? "auto"; // as JupyterLab says it
  frame.title = "graphgames";
  frame.srcdoc = model.get("_page").replace('data-theme="auto"', `data-theme="${dark}"`);
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 1px solid #8888; border-radius: 8px`;
  const tell = (message) => frame.contentWindow?.postMessage(message, "*");
  const shared = () => tell({ vertex: model.get("_vertex"), played: model.get("played") });
  const answered = (message) => { if (message.view === number) tell(message); };
  const asked = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if ("method" in data) model.send({ ...data, view: number });
    else if (data.ready) shared();
    else { model.set("_vertex", data.vertex); model.save_changes(); }
  };
  addEventListener("message", asked);
  model.on("msg:custom", answered);
  model.on("change:_vertex change:played", shared);
  el.append(frame);
  return () => {
    removeEventListener("message", asked);
    model.off("msg:custom", answered);
    model.off("change:_vertex change:played", shared);
  };
}

export default { render };

// Questions to the server. What cannot be answered comes as an error with words for people.

export class Refusal extends Error {
  constructor(answer, status) {
    super(answer.error ?? "the server does not answer; it may have been stopped");
    this.kind = answer.kind ?? "silent";
    this.status = status;
  }
}

async function answered(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refusal({}, 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer, response.status);
  return answer;
}

export const get = (address) => answered(address, {});

export const post = (address, question = {}, method = "POST") =>
  answered(address, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });

export const put = (address, file) =>
  answered(address, { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file });

// Questions to the server. What cannot be answered comes as an error with words for people.

import { Refusal } from "./refusal.js";

const SILENT = "the server does not answer; it may have been stopped";

async function answered(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refusal(SILENT, "silent");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? SILENT, answer.kind ?? "silent");
  return answer;
}

export const get = (address) => answered(address, {});

export const post = (address, question = {}, method = "POST") =>
  answered(address, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });

export const put = (address, file) =>
  answered(address, { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file });

/** Why a question has no answer, in words for people. */
export class Refusal extends Error {
  /** @param {string} words @param {string} kind */
  constructor(words, kind = "game") {
    super(words);
    this.kind = kind;
  }
}

/** Which part of a list an answer holds. */
export interface AnswerPage {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * An answer of the directory. It is made as JSON text, from parts that were serialized once per dataset
 * version; who needs objects reads `value`.
 */
export class Answer<T> {
  constructor(
    readonly text: string,
    /** Present where the answer is one page of a longer list. */
    readonly page?: AnswerPage,
  ) {}

  /** The answer as an object, parsed anew at each call. */
  get value(): T {
    return JSON.parse(this.text) as T;
  }
}

import { fromUtf8 } from '../text/utf8.js';

/** Which part of a list an answer holds. */
export interface AnswerPage {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * An answer of the directory. It is made as JSON, from parts that were serialized once per dataset version; who
 * needs objects reads `value`.
 */
export class Answer<T> {
  constructor(
    /** JSON, as text or as UTF-8. */
    readonly content: string | Uint8Array,
    /** Present where the answer is one page of a longer list. */
    readonly page?: AnswerPage,
  ) {}

  /** How long the JSON is at most, in UTF-16 units. */
  get length(): number {
    return this.content.length;
  }

  /** JSON. */
  get text(): string {
    return typeof this.content === 'string' ? this.content : fromUtf8(this.content);
  }

  /** The answer as an object, parsed anew at each call. */
  get value(): T {
    return JSON.parse(this.text) as T;
  }
}

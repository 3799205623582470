import type { Said } from '../messages/index.js';
import { fromUtf8 } from '../text/utf8.js';

/** The part of a list that an answer contains. */
export interface AnswerPage {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/** The messages of an answer, for callers that write them in another language. Its JSON has them in English. */
export interface AnswerMessages {
  readonly warnings: readonly Said[];
  /** Returns the remarks on each clinic of a list, if they were requested. */
  readonly notes?: () => readonly (readonly Said[])[];
}

const NO_MESSAGES: AnswerMessages = { warnings: [] };

/** An answer of the directory: JSON, built from parts that are serialized once per dataset version. */
export class Answer<T> {
  constructor(
    /** The JSON as text or as UTF-8. */
    readonly content: string | Uint8Array,
    /** Present if the answer is a page of a list. */
    readonly page?: AnswerPage,
    /** The version of the answer, for ETags: it changes with the dataset and the day. */
    readonly tag?: string,
    readonly messages: AnswerMessages = NO_MESSAGES,
  ) {}

  /** Returns the same answer with its version. */
  tagged(tag: string): Answer<T> {
    return new Answer(this.content, this.page, tag, this.messages);
  }

  /** Returns the dataset version of a tagged answer: the start of its tag. */
  get dataset(): string | undefined {
    return this.tag?.slice(0, this.tag.indexOf('@'));
  }

  /** Returns an upper bound of the length of the JSON in UTF-16 units. */
  get length(): number {
    return this.content.length;
  }

  /** Returns the JSON. */
  get text(): string {
    return typeof this.content === 'string' ? this.content : fromUtf8(this.content);
  }

  /** Parses the JSON at each call. */
  get value(): T {
    return JSON.parse(this.text) as T;
  }
}

import type { KnownAnswer } from './evidence.js';

/** What the register says of a registration, besides its status. */
export interface Registration {
  /** In the register's words, e.g. "Independent Practice"; empty if not known. */
  readonly class: string;
  /** Whether the register lists terms, conditions or limitations. Their text is not kept. */
  readonly restrictions: KnownAnswer;
  /** The time of the oldest extract of the register that this is known from; null if that is not known. */
  readonly asOf: Date | null;
}

/** A registration of which the register says nothing else. */
export const UNKNOWN_REGISTRATION: Registration = { class: '', restrictions: 'unknown', asOf: null };

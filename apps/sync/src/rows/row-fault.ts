import type { NoteKind } from '@care-atlas/data/sync';
import { maskText } from './identity-number.js';

/** Why one row cannot be used: it is rejected, and the others are imported. */
export class RowFault extends Error {
  override readonly name = 'RowFault';
  /** Without numbers that identify a person. */
  readonly value: string;

  /**
   * @param column the column at fault; empty when the whole row is
   * @param reason one sentence for the person who corrects the row
   */
  constructor(
    readonly column: string,
    value: string,
    readonly reason: string,
    /** The kind of the note when only the value is left out. */
    readonly kind: NoteKind = 'field',
    /** Whether the value was read all the same: a list without a word of it, doubtful hours as not known. */
    readonly isRead = false,
    /** What the cell may have been meant to say. Each is read without a doubt. */
    readonly suggestions: readonly string[] = [],
  ) {
    super(reason);
    this.value = maskText(value, column);
  }
}

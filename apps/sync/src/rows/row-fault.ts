/** Why one row cannot be used: it is rejected, and the others are imported. */
export class RowFault extends Error {
  override readonly name = 'RowFault';

  /**
   * @param column the column at fault; empty when the whole row is
   * @param reason one sentence for the person who corrects the row
   */
  constructor(
    readonly column: string,
    readonly value: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

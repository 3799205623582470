/** Why one row cannot be used: the row is rejected, and the others are read. */
export class RowFault extends Error {
  override readonly name = 'RowFault';

  /**
   * @param column the column at fault; empty when the whole row is
   * @param reason one sentence, for whoever mends the row
   */
  constructor(
    readonly column: string,
    readonly value: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

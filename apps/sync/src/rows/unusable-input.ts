/** Input that cannot be imported. The message is one sentence: where, what is wrong, and what is accepted. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

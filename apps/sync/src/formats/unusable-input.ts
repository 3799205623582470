/** Input that cannot be imported, as one sentence for the person who gave it: where, what, and what is accepted. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}

/** Something did not work out, and the message says to the person what to do. */
export class ExplainedError extends Error {}

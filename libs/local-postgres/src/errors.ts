/**
 * Returns the code of a system or database error ("ENOENT", "28P01"), or an empty string. It checks for the
 * property: under Jest, errors from Node are not instances of the global Error.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Returns the message of an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Turns errors with some codes into `undefined`: `await rm(path).catch(ignoring('ENOENT'))`. */
export function ignoring(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error))) throw error;
  };
}

/** Returns a message in one line: the reason in the log of a server that it may contain, otherwise its first line. */
export function oneLine(message: string): string {
  return /FATAL: +(.*)/.exec(message)?.[1] ?? message.split('\n')[0]!;
}

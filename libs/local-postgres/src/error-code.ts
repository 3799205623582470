/**
 * The code of a system or database error ("ENOENT", "28P01"); empty for everything else. It is told by its form:
 * under Jest the errors of Node are not `instanceof` the Error that is seen here.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Turns errors of one code into `undefined`: `await rm(path).catch(ignoring('ENOENT'))`. */
export function ignoring(code: string): (error: unknown) => undefined {
  return (error) => {
    if (errorCode(error) !== code) throw error;
  };
}

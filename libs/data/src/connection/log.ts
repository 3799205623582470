/** Writes a line: a message, after fields for programs if there are any. */
interface LogMethod {
  (message: string): void;
  (fields: object, message: string): void;
}

/** A log with severities, such as a pino logger. An outage is an error; its end is information. */
export interface Log {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** A log that discards every line. */
export const SILENT_LOG: Log = Object.freeze({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
});

import { types } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
export { type Log, SILENT_LOG } from '@care-atlas/data/connection';
import type { LogRules } from '../configuration/process-configuration.js';

const ERROR = 50;
const BLOCK_BYTES = 4_096;
const MAX_WAITING_BYTES = 2_097_152;
const FLUSH_MS = 200;
const FRAMEWORK = { context: 'Nest' };

/**
 * Opens the log of a process: JSON lines for programs, or text for a person at a terminal.
 * @param name the service's display name
 */
export function openLog(name: string, { level, json }: LogRules, destination?: DestinationStream): Logger {
  const reportLoss = (lost: number): void =>
    log.error({ lost }, `The log was not read for a while: ${lost} lines are lost.`);
  const log = pino(
    {
      level,
      base: { service: name.toLowerCase() },
      timestamp: stdTimeFunctions.isoTime,
      formatters: json ? { level: (label) => ({ level: label }) } : {},
      serializers: { err: describeError },
    },
    destination ?? (json ? lines(reportLoss) : plainText(name)),
  );
  return log;
}

let lostLines = 0;

/** Returns the number of lines that this process has not logged, because nobody read its output. */
export function countLostLines(): number {
  return lostLines;
}

/** A line with fields, for loggers that take a single value: Nest's `Logger` passes it on to `nestLogger`. */
export interface LogEntry {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Returns a line that shows the cause of a fault, and other fields. */
export function faultEntry(message: string, cause: unknown, fields: object = {}): LogEntry {
  return {
    ...fields,
    message,
    err: describeError(types.isNativeError(cause) ? cause : new Error(String(cause))),
  };
}

/** Writes Nest's lines to a log. Its start-up messages are debug lines. */
export function nestLogger(log: Logger): LoggerService {
  const write = (level: 'warn' | 'error' | 'fatal') => (line: string | LogEntry, stack?: unknown) => {
    if (typeof line === 'object') {
      const { message, ...fields } = line;
      log[level](fields, message);
    } else {
      log[level](typeof stack === 'string' && stack.includes('\n') ? { stack } : {}, line);
    }
  };
  return {
    log: (message: unknown) => log.debug(FRAMEWORK, String(message)),
    verbose: (message: unknown) => log.trace(FRAMEWORK, String(message)),
    debug: (message: unknown) => log.debug(FRAMEWORK, String(message)),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}

/** Returns what a log may show of an error. Libraries attach more: a database's error carries the query's values. */
function describeError(error: Error & { readonly type?: unknown }): object {
  // A line of `faultEntry` arrives here described already, with its type instead of a name.
  const { name, type = name, message, stack } = error;
  const code = codeOf(error);
  return { type, message, stack, ...(code !== undefined && { code }) };
}

/** Returns the SQLSTATE or Node's code of an error, or of the one that it wraps. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, driverError, errors } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string') return code;
  return codeOf(cause) ?? codeOf(driverError) ?? codeOf(Array.isArray(errors) ? errors[0] : undefined);
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly stack?: string;
  readonly err?: { readonly stack?: string };
}

/**
 * Writes lines to standard output. Buffered: writing each line by itself would cost as much as answering the request. If
 * nobody reads, a bounded number of bytes waits, and further lines are dropped.
 * @param reportLoss receives the number of lines that were dropped, when the rest has been read
 */
function lines(reportLoss: (lost: number) => void): DestinationStream {
  const limits = { minLength: BLOCK_BYTES, maxLength: MAX_WAITING_BYTES, periodicFlush: FLUSH_MS };
  const output = pino.destination({ sync: false, ...limits });
  let reported = lostLines;
  output.on('drop', () => lostLines++);
  output.on('drain', () => {
    const lost = lostLines - reported;
    reported = lostLines;
    if (lost > 0) reportLoss(lost);
  });
  return output;
}

function plainText(name: string): DestinationStream {
  return {
    write(json: string) {
      const { level, msg, stack, err } = JSON.parse(json) as Line;
      const trace = stack ?? err?.stack;
      const print = level >= ERROR ? console.error : console.log;
      print(`${name}: ${msg}${trace === undefined ? '' : `\n${trace}`}`);
    },
  };
}

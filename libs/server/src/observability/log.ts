import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogRules } from '../configuration/process-configuration.js';

export type Log = Logger;

const ERROR = 50;
const BLOCK_BYTES = 4_096;
const FLUSH_MS = 200;
const FRAMEWORK = { context: 'Nest' };

/**
 * The log of a process: JSON lines for programs, or text for a person at a terminal.
 * @param name the service as people call it
 */
export function openLog(
  name: string,
  { level, json }: LogRules,
  destination: DestinationStream = json ? lines() : plainText(name),
): Log {
  return pino(
    {
      level,
      base: { service: name.toLowerCase() },
      timestamp: stdTimeFunctions.isoTime,
      formatters: json ? { level: (label) => ({ level: label }) } : {},
      serializers: { err: plainError },
    },
    destination,
  );
}

/** Nest's own lines in our log. What it tells of its start is for those who look for a fault in it. */
export function nestLogger(log: Log): LoggerService {
  return {
    log: (message: unknown) => log.debug(FRAMEWORK, String(message)),
    verbose: (message: unknown) => log.trace(FRAMEWORK, String(message)),
    debug: (message: unknown) => log.debug(FRAMEWORK, String(message)),
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, stack?: unknown) =>
      log.error(typeof stack === 'string' && stack.includes('\n') ? { stack } : {}, String(message)),
    fatal: (message: unknown) => log.fatal(String(message)),
  };
}

/** An error without what libraries hang on it: a database's error carries the values of its statement. */
function plainError(error: Error & { readonly code?: unknown }) {
  const { name, message, stack, code } = error;
  return { type: name, message, stack, ...(typeof code === 'string' && { code }) };
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly stack?: string;
  readonly err?: { readonly stack?: string };
}

/** Standard output, written in the background and many lines at a time: each for itself would cost as much as an answer. */
function lines(): DestinationStream {
  return pino.destination({ sync: false, minLength: BLOCK_BYTES, periodicFlush: FLUSH_MS });
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

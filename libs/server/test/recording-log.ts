import type { Log } from '../src/observability/log.js';

/** Returns a log that adds each line to a list, after its severity. */
export function recordingLog(lines: string[]): Log {
  const write =
    (severity: string) =>
    (fields: unknown, message: unknown = fields) =>
      void lines.push(`${severity}: ${String(message)}`);
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

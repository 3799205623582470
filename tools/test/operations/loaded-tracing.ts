import type { RunningService } from '../stage/programs/running-service.js';

const NOTICE = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/@opentelemetry.(?!api)/.test(url)) console.log('loaded ' + url);
  return next(url, context);
} });`;

/** An option of Node: the process says which files of OpenTelemetry it loads. */
export const NOTICE_TRACING = `--import=data:text/javascript,${encodeURIComponent(NOTICE)}`;

/** Returns what a process said that it loaded, apart from the bare interface, which comes with the metrics. */
export function loadedTracing({ lines }: RunningService): string[] {
  return lines.filter((line) => line.startsWith('loaded '));
}

export * from './log.js';
export { DURATION_BOUNDS } from './metrics/request-tally.js';
export * from './request-recorder.js';
export * from './usage-recorder.js';

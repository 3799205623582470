export * from './log.js';
export * from './metrics/service-metrics.js';
export * from './usage-recorder.js';

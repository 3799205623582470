export * from './log.js';
export * from './usage-recorder.js';

export * from './counters.js';
export * from './open-rate.guard.js';
export * from './rate-limit.guard.js';
export * from './rate-store.js';
export * from './shared-rate-store.js';
export * from './tier-rules.js';

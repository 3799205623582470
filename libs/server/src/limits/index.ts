export * from './counters.js';
export * from './limit-headers.js';
export * from './rate-store.js';
export * from './shared-rate-store.js';
export { checkStore } from './store-client.js';
export * from './timeout.js';

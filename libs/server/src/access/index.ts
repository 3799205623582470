export * from './caller.js';
export * from './client-network.js';
export * from './gateway.js';
export * from './key-check.js';
export * from './key-lease.js';
export * from './tick-batcher.js';

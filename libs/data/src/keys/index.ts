export * from './key-usage.repository.js';
export * from './key.repository.js';

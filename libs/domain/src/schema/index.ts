export * from './query-field.js';
export * from './schema.js';

export * from './input-field.js';
export * from './input-reader.js';
export * from './query-field.js';
export * from './schema.js';

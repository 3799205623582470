export * from './read-model.js';
export * from './wire/exported-records.js';

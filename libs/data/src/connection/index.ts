export * from './database.js';
export * from './statement-watch.js';
export * from './transaction.js';

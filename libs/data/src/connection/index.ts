export * from './database-errors.js';
export * from './database-wait.js';
export * from './database.js';
export * from './migrate.js';
export { PoolingModeError } from './pooling-mode.js';
export type { DatabaseScope } from './statement.js';
export * from './statement-watch.js';
export * from './log.js';
export { SchemaTooOldError } from '../migrations/earlier-version.js';

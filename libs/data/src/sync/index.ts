export * from './doctors/doctor-id.js';
export * from './sync-history.js';
export * from './sync-run.js';
export * from './sync-writer.js';

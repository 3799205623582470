export * from './export-store.js';
export * from './local-export-store.js';
export * from './publish-export.js';

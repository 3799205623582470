export * from './directory-list.js';
export * from './directory-totals.js';
export * from './directory-view.js';
export * from './directory.js';
export * from './list-envelope.js';
export * from './memory-directory.js';

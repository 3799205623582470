export * from './answer-adapter.js';
export * from './directory-source.js';
export * from './page-links.js';

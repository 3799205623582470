export * from './answer-adapter.js';
export * from './page-links.js';

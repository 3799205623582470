export * from './html.js';
export * from './page-document.js';

export * from './html.js';
export * from './language.js';
export * from './page-document.js';

export * from './form-fields.js';
export * from './html.js';
export * from './language.js';
export * from './language-path.js';
export * from './page-document.js';
export * from './page-kind.js';
export * from './page-routes.js';
export * from './page-visit.js';

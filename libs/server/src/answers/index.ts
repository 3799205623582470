export * from './answer-adapter.js';
export * from './envelope-headers.js';
export * from './file-answer.js';
export * from './list-representation.js';
export { prefersCodes } from './message-codes.js';
export * from './page-links.js';
export * from './served-file.js';

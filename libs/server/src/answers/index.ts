export * from './answer-reply.js';
export * from './directory-source.js';
export * from './revalidation.js';
export * from './page-links.js';

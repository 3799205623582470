export * from './cross-origin.js';
export * from './error-body.js';
export * from './error.filter.js';
export * from './http-server.js';
export * from './request-observer.js';
export * from './route-methods.js';

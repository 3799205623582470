export * from './directory.js';

export { ENGLISH, ERROR_MESSAGES } from './english.js';
export * from './message.js';

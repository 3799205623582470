export { ENGLISH, ERROR_MESSAGES, ERROR_SENTENCES } from './english.js';
export * from './left-out.js';
export * from './message.js';

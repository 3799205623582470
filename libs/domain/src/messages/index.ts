export { ENGLISH, ERROR_MESSAGES, ERROR_SENTENCES } from './english.js';
export { FRENCH_HOLIDAYS } from './holiday-names.js';
export * from './left-out.js';
export * from './message.js';

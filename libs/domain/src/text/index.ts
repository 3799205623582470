export * from './address-key.js';
export * from './name-match.js';
export * from './nearest-word.js';
export * from './storable-text.js';
export * from './text.js';
export * from './command-words.js';
export * from './csv.js';
export * from './utf8.js';

export * from './address-key.js';
export * from './name-match.js';
export * from './nearest-word.js';
export * from './text.js';
export * from './csv.js';

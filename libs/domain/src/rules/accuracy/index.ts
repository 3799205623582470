export * from './protocol.js';
export * from './question.js';
export * from './stratified-sample.js';
export * from './wilson-interval.js';

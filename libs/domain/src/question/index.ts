export * from './question.js';
export { readQuestion } from './read-question.js';

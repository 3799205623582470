export * from './question.js';
export { readQuestion } from './read-question.js';
export { questionText } from './question-text.js';

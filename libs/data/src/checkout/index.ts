export * from './purchase.repository.js';

export * from './oauth.repository.js';

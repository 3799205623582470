export * from './change-marks.repository.js';
export * from './dataset-loader.js';
export * from './dataset-watcher.js';
export * from './directory-history.repository.js';
export * from './read-model-loader.js';
export * from './directory-source.js';
export * from './open-directory.js';

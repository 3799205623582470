export * from './directory.js';
export type { DirectoryOptions } from './directory-options.js';
export * from './served-dataset.js';

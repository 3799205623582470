export * from './column.js';
export * from './list-shape.js';
export * from './list-text.js';
export * from './selection.js';

export * from './images/image-items.js';
export * from './images/record-image.js';
export * from './read-model.js';
export * from './copies/exported-records.js';

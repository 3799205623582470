export * from './alike.js';
export * from './choose-place.js';
export * from './fuse-clinic.js';
export * from './fuse-directory.js';
export * from './missing.js';
export * from './resolution.js';
export * from './said.js';
export * from './source-record.js';

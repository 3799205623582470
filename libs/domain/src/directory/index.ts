export * from './directory.js';
export type { DirectoryOptions } from './directory-options.js';
export type { DoctorParts } from './operations/doctors.js';
export * from './openings/watched-list.js';
export * from './served-dataset.js';

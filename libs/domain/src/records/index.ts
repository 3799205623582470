export * from './clinic.js';
export * from './doctor.js';
export * from './place.js';
export * from './review.js';
export * from './run-report.js';
export * from './source.js';

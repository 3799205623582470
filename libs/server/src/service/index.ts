export * from './hourly-tasks.js';
export * from './readiness.js';
export * from './run-service.js';
export * from './service-metrics.js';
export * from './service-resources.js';

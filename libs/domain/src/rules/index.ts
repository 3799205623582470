export * from './accuracy/index.js';
export * from './as-of.js';
export * from './calendar.js';
export * from './clinic-test.js';
export * from './criteria.js';
export * from './evidence.js';
export * from './evidence-days.js';
export * from './freshness.js';
export * from './geo.js';
export * from './holidays.js';
export * from './opening-hours.js';
export * from './share.js';
export {
  clinicStatements,
  doctorStatements,
  hoursValue,
  serviceStatements,
  type StatementText,
  statementText,
} from './statements.js';
export * from './toronto-time.js';

export * from './accuracy/index.js';
export * from './time/as-of.js';
export * from './time/calendar.js';
export { clinicRemarks } from './clinic-remark.js';
export * from './clinic-test.js';
export * from './criteria.js';
export * from './evidence.js';
export * from './evidence-days.js';
export * from './freshness.js';
export * from './geo.js';
export * from './time/holidays.js';
export * from './time/opening-hours.js';
export * from './registration.js';
export * from './time/special-days.js';
export * from './share.js';
export {
  clinicStatements,
  doctorStatements,
  hoursValue,
  serviceStatements,
  type StatementText,
  statementText,
} from './statements.js';
export * from './time/read-since.js';
export * from './time/toronto-time.js';
export * from './unknown-facts.js';

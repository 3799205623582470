export { clinicLead, clinicView } from './clinic-view.js';
export { doctorLead, doctorView } from './doctor-view.js';
export { todayText, weekdayText } from './opening-hours.js';
export { phonePart, RESULT_TEXTS, type ResultFacts, resultPart } from './result-part.js';
export * from './record-data.js';
export * from './record-style.js';
export * from './record-view.js';
export * from './structured-data.js';

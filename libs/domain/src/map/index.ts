export * from './clusters.js';
export * from './coverage-table.js';
export { CELLS, LAKES, STATIONS, SUBWAY } from './generated/geography.js';
export * from './labels.js';
export * from './markers.js';
export { PLACE_LABELS } from './place-labels.js';
export * from './plane.js';
export * from './view.js';

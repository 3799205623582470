import type { Section } from '../section.js';
import { ALTERNATIVES } from './alternatives.js';
import { ASKING } from './asking.js';
import { CONNECTOR } from './connector.js';
import { DOORS } from './doors.js';
import { FEED } from './feed.js';
import { GROWTH } from './growth.js';
import { HALF_LOAD } from './half-load.js';
import { IMPORTS } from './imports.js';
import { LIMIT } from './limit.js';
import { PROCESSES } from './processes.js';
import { TAIL } from './tail.js';
import { WIRE } from './wire.js';

/** All sections, in the order in which they run. */
export const SECTIONS: readonly Section[] = [
  LIMIT,
  HALF_LOAD,
  TAIL,
  ASKING,
  WIRE,
  ALTERNATIVES,
  GROWTH,
  PROCESSES,
  CONNECTOR,
  IMPORTS,
  DOORS,
  FEED,
];

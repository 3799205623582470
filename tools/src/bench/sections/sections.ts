import type { Section } from '../section.js';
import { ALTERNATIVES } from './alternatives.js';
import { COMPRESSION } from './compression.js';
import { CONNECTOR } from './connector.js';
import { GROWTH } from './growth.js';
import { IMPORTS } from './imports.js';
import { KEYS } from './keys.js';
import { LIMIT } from './limit.js';
import { PROCESSES } from './processes.js';

/** All sections, in the order of the documents. */
export const SECTIONS: readonly Section[] = [
  LIMIT,
  ALTERNATIVES,
  GROWTH,
  PROCESSES,
  COMPRESSION,
  KEYS,
  CONNECTOR,
  IMPORTS,
];

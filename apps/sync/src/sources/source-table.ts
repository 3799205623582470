import { availability } from './availability.js';
import { clinics } from './clinics.js';
import { odhf } from './odhf.js';
import { register } from './register.js';
import { reviews } from './reviews.js';
import type { Source } from './source.js';
import { specialists } from './specialists.js';
import { stations } from './stations.js';

/** All sources, in the order of the help and of a first import. */
export const SOURCES: readonly Source[] = [
  stations,
  odhf,
  clinics,
  register,
  specialists,
  availability,
  reviews,
];

import { odhf } from './odhf.js';
import type { Source } from './source.js';
import { stations } from './stations.js';

/** Every source, in the order in which the help lists them. */
export const SOURCES: readonly Source[] = [odhf, stations];

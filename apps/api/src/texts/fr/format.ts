import { formatOf } from '../format.js';

export const format = formatOf('fr-CA');

/** The source of runs that make or withdraw corrections. Not beside its entity: a thread that loads a dataset needs no TypeORM. */
export const CORRECTIONS = 'corrections';

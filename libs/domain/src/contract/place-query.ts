import { TimeQuery } from './time-query.js';

/** Where a list is searched: the parameters about places. */
export class PlaceQuery extends TimeQuery {}

import { PlaceQuery } from './place-query.js';

/** The parameters about opening hours and kinds of clinics. */
export class TimeQuery extends PlaceQuery {}

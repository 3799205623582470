import { PracticeQuery } from './practice-query.js';

/** The parameters about opening hours and kinds of clinics. */
export class TimeQuery extends PracticeQuery {}

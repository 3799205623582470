import { PageQuery } from './page-query.js';

/** Where a list is searched: the parameters about places. */
export class PlaceQuery extends PageQuery {}

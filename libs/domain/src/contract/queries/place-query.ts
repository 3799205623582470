import {
  Decimal,
  List,
  OneOf,
  Positive,
  type QueryRule,
  sentWithout,
  Text,
} from '../../schema/query-field.js';
import { Query } from './page-query.js';
import { TimeQuery } from './time-query.js';

/** What `include` adds to an item or a detail about its clinic. */
export const PLACE_EXTRAS = ['distance', 'location', 'contact', 'hours', 'availability'] as const;
export type PlaceExtra = (typeof PLACE_EXTRAS)[number];

export type Sort = 'name' | 'distance' | 'years' | 'wait';

const PLACE = 'a place: near, or lat and lng';
const hasPlace: QueryRule['holds'] = ({ near, lat }) => near !== undefined || lat !== undefined;

/** Declares a place by name. */
function Near(): PropertyDecorator {
  return Text({
    description:
      'A place by name or id, a crossing of two streets, the street address of a listed clinic, a postal code or its first three characters, or `lat,lng`. Lists are ordered nearest first. Of several places with one name, the larger one is meant: `interpreted` names it and the others. Text that names no place here is answered 400.',
    minLength: 1,
    example: 'Kipling station',
    forModels: 'Place, crossing, postal code or "lat,lng": nearest first.',
    rule: sentWithout('near', 'lat', 'lng'),
  });
}

function Latitude(): PropertyDecorator {
  return Decimal({
    description: 'Latitude of the place from which distances are measured. Requires lng.',
    minimum: -90,
    maximum: 90,
    with: 'lng',
    example: 43.6629,
    forModels: false,
  });
}

function Longitude(): PropertyDecorator {
  return Decimal({
    description: 'Longitude of the place from which distances are measured. Requires lat.',
    minimum: -180,
    maximum: 180,
    with: 'lat',
    example: -79.3957,
    forModels: false,
  });
}

/** Declares the optional members of an item or a detail. */
export function Include(extras: readonly string[], what: string): PropertyDecorator {
  return List({
    description: `Comma-separated optional fields to add to ${what}: ${extras.join(', ')}.`,
    of: extras,
    example: extras.slice(0, 2),
    forModels: '',
    rule: {
      // A caller in the process may send anything: the check of the list's type has its own message.
      holds: (query) => hasPlace(query) || ![query['include']].flat().includes('distance'),
      message: `include=distance requires ${PLACE}.`,
    },
  });
}

/** Declares the order of a list. */
export function SortBy(orders: readonly Sort[], description: string): PropertyDecorator {
  return OneOf(orders, {
    description: `Order of the list: ${description}. Default: distance with a place, otherwise name.`,
    example: 'name',
    forModels: '',
    rule: {
      holds: (query) => query['sort'] !== 'distance' || hasPlace(query),
      message: `sort=distance requires ${PLACE}.`,
    },
  });
}

/** Where a list is searched. Of a doctor, the primary clinic counts. */
export class PlaceQuery extends TimeQuery {
  @Near() near?: string;
  @Latitude() lat?: number;
  @Longitude() lng?: number;
  @Positive({
    description: 'Maximum distance from the place, in kilometers. Requires a place.',
    maximum: 100,
    unit: 'kilometers',
    example: 5,
    forModels: 'Kilometers from near, at most 100.',
    rule: { holds: hasPlace, message: `within requires ${PLACE}.` },
  })
  within?: number;
  @List({
    description:
      'Comma-separated municipalities, districts, neighbourhoods or postal areas; a clinic in any of them matches, by its postal code.',
    example: ['North York', 'M4C'],
    forModels: 'Any of these towns, neighbourhoods or postal areas.',
  })
  area?: string[];
}

/** From where the distance in a detail is measured. */
export class DetailQuery extends Query {
  @Near() near?: string;
  @Latitude() lat?: number;
  @Longitude() lng?: number;
}

/** GET /clinics/{id}. */
export class PlaceDetailQuery extends DetailQuery {
  @Include(PLACE_EXTRAS, 'the answer') include?: PlaceExtra[];
}

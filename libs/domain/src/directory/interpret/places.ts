import { type DirectoryError, invalidParameters } from '../../contract/error.js';
import type { Interpretation } from '../../contract/answers/interpretation.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { PlaceQuery } from '../../contract/queries/place-query.js';
import { type Place, placeLabel } from '../../places/gazetteer.js';
import { areasOf, farAwayWarning, type NamedReading, resolvePlace } from '../../places/resolve-place.js';
import { positionOf } from '../../rules/criteria.js';

type Places = Query & Pick<PlaceQuery, 'near' | 'lat' | 'lng' | 'area'>;

const SHOWN_CHARACTERS = 40;
const EITHER = new Intl.ListFormat('en-CA', { type: 'disjunction' });
const ACCEPTED = {
  near: 'the name of a place, a postal code, or lat,lng',
  area: 'a list of municipalities, districts, neighbourhoods or postal codes',
};

/**
 * Returns a query whose places are read: `lat` and `lng` are those of `near`, and `area` lists postal areas. Returns the
 * query itself if there is nothing to read or to warn about.
 * @throws DirectoryError `missing_param` for an unknown place, with the nearest names
 */
export function interpretPlaces<Q extends Query>(query: Q): Q {
  const places: Places = query;
  const { near, lat, area, warnings = [], interpreted = [] } = places;
  if (near === undefined && lat === undefined && area === undefined) return query;
  const named: Interpretation[] = [];
  const placeOf = (param: keyof typeof ACCEPTED, value: string, reading: NamedReading): Place => {
    if (reading.by === 'unknown') throw unknownPlace(param, value, reading);
    const others = reading.others.length > 0 && { others: reading.others.map(placeLabel) };
    named.push({ param, value, as: [placeLabel(reading.place)], ...others });
    return reading.place;
  };
  const reading = near === undefined ? { position: positionOf(places) } : resolvePlace(near);
  const position = 'position' in reading ? reading.position : placeOf('near', near!, reading);
  const areas = area && [...new Set(area)].map((value) => placeOf('area', value, areasOf(value)));
  const warning = position && farAwayWarning(position);
  if (near === undefined && area === undefined && warning === undefined) return query;
  return Object.assign({}, query, {
    lat: position?.lat,
    lng: position?.lng,
    area: areas?.flatMap(({ postalAreas }) => postalAreas),
    warnings: warning === undefined ? warnings : [...warnings, warning],
    interpreted: [...interpreted, ...named],
  });
}

// One value at a time: finding the nearest names compares a value with every known name.
function unknownPlace(
  param: keyof typeof ACCEPTED,
  value: string,
  { nearest, outside }: NamedReading & { readonly by: 'unknown' },
): DirectoryError {
  const shown = Array.from(value).slice(0, SHOWN_CHARACTERS).join('');
  const names = EITHER.format(nearest.map((name) => `'${name}'`));
  if (outside) {
    const inside = outside.nearest
      ? ` The nearest municipality inside is ${outside.nearest.name}, ${outside.kilometers} km away.`
      : '';
    const message = `${param} must be ${ACCEPTED[param]}: '${shown}' is outside the area of this directory.${inside}`;
    return invalidParameters([{ param, message }]);
  }
  const suggestion = nearest.length > 0 ? ` Did you mean ${names}?` : '';
  const message = `${param} must be ${ACCEPTED[param]}: '${shown}' is not known.${suggestion}`;
  return invalidParameters([{ param, message }]);
}

import { type DirectoryError, invalidParameters } from '../../contract/error.js';
import type { Interpretation } from '../../contract/answers/interpretation.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { PlaceQuery } from '../../contract/queries/place-query.js';
import type { ClinicSummary } from '../../contract/answers/clinic-answer.js';
import { english, type Message } from '../../messages/index.js';
import { type Place, placeLabel, precisionOf } from '../../places/gazetteer.js';
import {
  areasNamed,
  areasOf,
  farAwayWarning,
  type NamedReading,
  resolvePlace,
} from '../../places/resolve-place.js';
import type { ReadModel } from '../../read-model/read-model.js';
import { positionOf } from '../../rules/criteria.js';

type Places = Query & Pick<PlaceQuery, 'near' | 'lat' | 'lng' | 'area'>;

import { ListedClinics } from './listed-clinics.js';

const SHOWN_CHARACTERS = 40;
const STARTS_WITH_NUMBER = /^\s*\d+[a-z]?\s+\S/i;
const LONGEST_ADDRESS = 120;
/** A place, and what it lies in. */
const MOST_PARTS = 4;
const POSTAL_AREA = /^\s*[a-z]\d[a-z]/i;
const ACCEPTED = {
  near: 'the name of a place, a postal code, or lat,lng',
  area: 'a list of municipalities, districts, neighbourhoods or postal codes',
};

/**
 * Returns a query whose places are read: `lat` and `lng` are those of `near`, and `area` lists postal areas. Returns the
 * query itself if there is nothing to read or to warn about.
 * @param model the listed clinics, whose addresses are places as well
 * @throws DirectoryError `missing_param` for an unknown place, with the nearest names
 */
export function interpretPlaces<Q extends Query>(query: Q, model?: ReadModel): Q {
  const places: Places = query;
  const { near, lat, area, warnings = [], interpreted = [] } = places;
  if (near === undefined && lat === undefined && area === undefined) return query;
  const named: Interpretation[] = [];
  const placeOf = (param: keyof typeof ACCEPTED, value: string, reading: NamedReading): Place => {
    if (reading.by === 'unknown') throw unknownPlace(param, value, reading);
    const others = reading.others.length > 0 && { others: reading.others.map(placeLabel) };
    const precision = param === 'near' && { precision: precisionOf(reading.place) };
    named.push({ param, value, as: [placeLabel(reading.place)], ...others, ...precision });
    return reading.place;
  };
  const clinic = near === undefined || !model ? undefined : clinicAt(model, near);
  if (clinic) named.push({ param: 'near', value: near!, as: [clinic.address], precision: 'point' });
  const reading =
    near === undefined || clinic ? { position: clinic ?? positionOf(places) } : resolvePlace(near);
  const position = 'position' in reading ? reading.position : placeOf('near', near!, reading);
  const areas = area && qualified(area).map((value) => placeOf('area', value, areasOf(value)));
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

/** Returns the clinic at a street address with a house number; undefined for other texts. */
function clinicAt(model: ReadModel, near: string): ClinicSummary | undefined {
  if (!STARTS_WITH_NUMBER.test(near) || near.length > LONGEST_ADDRESS) return undefined;
  const clinics = ListedClinics.of(model);
  const [id] = clinics.atAddress(near);
  return id === undefined ? undefined : clinics.summary(id);
}

/** Joins the values of a list that are the parts of one name, the longest first: `King, Downtown Toronto`. */
function qualified(values: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (let from = 0; from < values.length;) {
    let to = POSTAL_AREA.test(values[from]!) ? from + 1 : Math.min(from + MOST_PARTS, values.length);
    while (to > from + 1 && !isQualified(values.slice(from, to))) to--;
    names.add(values.slice(from, to).join(', '));
    from = to;
  }
  return [...names];
}

function isQualified(parts: readonly string[]): boolean {
  if (parts.some((part) => POSTAL_AREA.test(part))) return false;
  const named = areasNamed(parts[0]!);
  const [whole] = named.length > 0 ? areasNamed(parts.join(', ')) : [];
  return whole !== undefined && named.includes(whole);
}

// One value at a time: finding the nearest names compares a value with every known name.
function unknownPlace(
  param: keyof typeof ACCEPTED,
  value: string,
  reading: NamedReading & { readonly by: 'unknown' },
): DirectoryError {
  const said = unknownPlaceText(value, reading);
  const message = `${param} must be ${ACCEPTED[param]}: ${english(said)}`;
  return invalidParameters([{ param, message, said }]);
}

/** Returns why a text names no place of the directory. */
function unknownPlaceText(
  text: string,
  { nearest: names, outside, street }: NamedReading & { readonly by: 'unknown' },
): Message {
  const value = Array.from(text).slice(0, SHOWN_CHARACTERS).join('');
  if (outside) {
    const { nearest, kilometers } = outside;
    const inside = nearest && { nearest: { name: nearest.name, kilometers: kilometers! } };
    return { code: 'place_outside', params: { value, ...inside } };
  }
  if (street === 'alone') return { code: 'street_alone', params: { value, names } };
  if (street === 'several') return { code: 'crossing_ambiguous', params: { value, names } };
  if (street === 'apart') return { code: 'streets_apart', params: { value } };
  if (/^\s*\d/.test(text) && /\p{L}{3}/u.test(text)) return { code: 'address_not_listed', params: { value } };
  return { code: 'place_unknown', params: { value, names } };
}

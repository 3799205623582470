import { CLINIC_TYPES, type ClinicType } from '@care-atlas/domain/records';
import { fold } from '@care-atlas/domain/text';
import type { InputRow } from '../../rows/input-row.js';
import { wordTable } from '../word-table.js';
import { kindIn } from './kind-words.js';

/** Types by tags of OpenStreetMap; empty for a facility without physicians, which is skipped. */
const TYPES = {
  healthcare: wordTable('healthcare', [...CLINIC_TYPES, '']),
  amenity: wordTable('amenity', [...CLINIC_TYPES, '']),
};

/** Specialties of OpenStreetMap: `general` does not make a practice a specialist one, and empty is none of physicians. */
const SPECIALTIES = wordTable('healthcare:speciality', ['general', '']);
/** Words of `healthcare` for a facility of any kind, and words of `amenity` that say which it is. */
const ANY_KIND = ['clinic', 'yes'];
const EXACT_KINDS = [
  'animal_hospital',
  'chiropractor',
  'dentist',
  'optician',
  'optometrist',
  'pharmacy',
  'physiotherapist',
  'veterinary',
];

/** Kinds that a name says where tags only say that doctors are there. */
const KINDS_BY_NAME = ['walk_in', 'centre'];

/** The `type` of a relation of OpenStreetMap, which says nothing about a clinic. */
const RELATION_TYPES = ['multipolygon', 'site', 'building', 'boundary'];
const TAGS = ['healthcare', 'amenity'] as const;

/**
 * Returns the type of a clinic, from `type`, also in words such as "walk-in clinic", or from the tags of OpenStreetMap; null for a facility without physicians.
 * Of several words, as in `clinic;laboratory`, the first that is a type of clinic counts.
 * @throws RowFault when all these columns are empty, or no value is known
 */
export function clinicTypeOf(row: InputRow): ClinicType | null {
  if (hasOwnType(row)) {
    const text = row.text('type');
    const isExact = (CLINIC_TYPES as readonly string[]).includes(text);
    const word = [wordOf(text), kindIn(text)].find(
      (each) => each !== undefined && TYPES.healthcare.has(each),
    );
    if (isExact || word === undefined) return row.oneOf('type', CLINIC_TYPES);
    return TYPES.healthcare.get(word) || null;
  }
  const types = TAGS.map((tag) => knownTypes(row, tag)).find((known) => known.length > 0);
  if (!types) return row.has('shop') ? null : rejectTags(row);
  const type = types.find((known) => known !== '');
  if (type === undefined) return null;
  if (isKindWithoutPhysicians(row)) return null;
  const specialties = row
    .list('healthcare:speciality')
    .map((specialty) => SPECIALTIES.get(wordOf(specialty)));
  if (specialties.length > 0 && specialties.every((specialty) => specialty === '')) return null;
  if (type !== 'family-practice') return type;
  if (specialties.length > 0 && !specialties.includes('general')) return 'specialist';
  const kind = kindIn(row.formatted('name')) ?? '';
  return (KINDS_BY_NAME.includes(kind) && TYPES.healthcare.get(kind)) || type;
}

/** Returns whether a row has a type of its own, which is not that of a relation of OpenStreetMap. */
export function hasOwnType(row: InputRow): boolean {
  return row.has('type') && !RELATION_TYPES.includes(row.masked('type'));
}

/** Returns whether `amenity` or `shop` says what `healthcare=clinic` leaves open, as `dentist` does. */
function isKindWithoutPhysicians(row: InputRow): boolean {
  const isOnly = (tag: (typeof TAGS)[number], words: readonly string[]) =>
    row.has(tag) && row.list(tag).every((word) => words.includes(wordOf(word)));
  if (!isOnly('healthcare', ANY_KIND)) return false;
  return row.has('amenity') ? isOnly('amenity', EXACT_KINDS) : row.has('shop');
}

function knownTypes(row: InputRow, tag: (typeof TAGS)[number]): readonly (ClinicType | '')[] {
  return row.list(tag).flatMap((word) => TYPES[tag].get(wordOf(word)) ?? []);
}

function wordOf(text: string): string {
  return fold(text).replaceAll(' ', '_');
}

function rejectTags(row: InputRow): never {
  const tag = row.filled(...TAGS);
  if (row.has(tag)) row.reject(tag, `one of: ${[...TYPES[tag].keys()].join('; ')}`);
  return row.reject('type', `one of: ${CLINIC_TYPES.join('; ')} (or healthcare or amenity filled in)`);
}

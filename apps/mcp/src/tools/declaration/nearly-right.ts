import type { FieldDeclaration, JsonSchema } from '@care-atlas/domain/schema';
import { plainWords } from '@care-atlas/domain/text';

type Arguments = Readonly<Record<string, unknown>>;

/** Words that models write for the values of closed sets. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  woman: 'female',
  women: 'female',
  f: 'female',
  man: 'male',
  men: 'male',
  m: 'male',
  nearest: 'distance',
  closest: 'distance',
  proximity: 'distance',
  experience: 'years',
  'community health center': 'community-health-centre',
};
const LEAST_LETTERS = 3;
const CLOCK = /^(\d{1,2})(?:[:h.](\d{2})|h)?\s*(am|pm|a\.m\.|p\.m\.)?$/i;
const FLAGS: Readonly<Record<string, string>> = { yes: 'true', no: 'false', '1': 'true', '0': 'false' };
const NUMBER_WITH_UNIT = /^\s*(\d+(?:\.\d+)?)\s*(?:km|kms|kilometers?|kilometres?|years?)\s*$/i;
const REGISTRATION = /^\s*cpso\b\W*(\d+)\s*$/i;

/**
 * Returns arguments with the values that are nearly right as they have to be: "Saturday" for `sat`, "9:00" for "09:00", a point as an
 * object, a registration number with "CPSO". Other values stay, and are refused with what is accepted.
 */
export function mendedArguments(fields: readonly FieldDeclaration[], args: Arguments): Arguments {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const mended = Object.entries(args).map(([name, value]) => {
    const field = byName.get(name);
    return [name, field ? mendedValue(name, field.schema, value) : value] as const;
  });
  return withOneSpecialty(byName, Object.fromEntries(mended));
}

/** Moves the only one of `specialties` to the required `specialty`. */
function withOneSpecialty(byName: ReadonlyMap<string, FieldDeclaration>, args: Arguments): Arguments {
  const { specialty, specialties, ...others } = args;
  const [only, second] = [specialties].flat();
  if (byName.get('specialty')?.required !== true || (specialty ?? '') !== '') return args;
  return typeof only === 'string' && second === undefined ? { ...others, specialty: only } : args;
}

function mendedValue(
  name: string,
  { type, items, enum: values, pattern }: JsonSchema,
  value: unknown,
): unknown {
  if (name === 'near') return pointText(value);
  if (name === 'cpso') return typeof value === 'string' ? value.replace(REGISTRATION, '$1') : value;
  if (items?.enum) {
    const listed = typeof value === 'string' ? value.split(',') : value;
    return Array.isArray(listed) ? listed.map((each) => closest(items.enum!, each)) : value;
  }
  if (values) return closest(values, value);
  if (typeof value !== 'string')
    return type === 'boolean' && typeof value === 'number' ? (FLAGS[value] ?? value) : value;
  if (pattern?.includes(':')) return clockTime(value) ?? value;
  if (type === 'boolean') return FLAGS[value.trim().toLowerCase()] ?? value.trim().toLowerCase();
  return type === 'number' || type === 'integer' ? value.replace(NUMBER_WITH_UNIT, '$1') : value;
}

/** Returns the only value of a closed set that a word begins with, or that begins with it. */
function closest(values: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || values.includes(value.trim())) return value;
  const words = plainWords(value);
  const other = OTHER_WORDS[words];
  if (other !== undefined && values.includes(other)) return other;
  if (words.length < LEAST_LETTERS) return value;
  const near = values.filter((each) => {
    const known = plainWords(String(each));
    return known === words || words.startsWith(known) || known.startsWith(words);
  });
  return near.length === 1 ? near[0] : value;
}

/** Returns a time as HH:MM; undefined for a text that is none. */
function clockTime(text: string): string | undefined {
  const [, hours, minutes = '00', half = ''] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const isAfternoon = half.toLowerCase().startsWith('p');
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Returns a point that is sent as an object as `lat,lng`. */
function pointText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.every((each) => typeof each === 'number') ? value.join(',') : value;
  const { lat, latitude, lng, lon, longitude, name } = value as Arguments;
  const point = [lat ?? latitude, lng ?? lon ?? longitude];
  if (point.every((each) => typeof each === 'number' || typeof each === 'string')) return point.join(',');
  return typeof name === 'string' ? name : value;
}

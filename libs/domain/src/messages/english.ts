import type { Holiday } from '../records/special-days.js';
import { type LeftOut, UNKNOWN_WORDS } from './left-out.js';

/** The closed table of error codes, each with its default message for clients. */
export const ERROR_MESSAGES = {
  missing_param: 'A parameter is missing or invalid.',
  unauthorized: 'A valid API key is required, as "Authorization: Bearer KEY".',
  forbidden: 'This key cannot access the resource.',
  not_rotatable: 'Only a paid developer key can be rotated.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'This resource does not support the method.',
  gone: 'The changes after this cursor are no longer kept: begin with the newest export.',
  too_large: 'The request is larger than the service accepts.',
  unsatisfiable_range: 'The range is beyond the end of the file.',
  rate_limited: 'Too many requests: wait until the limit resets.',
  internal: 'Something went wrong on our side. Quote the requestId if you report it.',
  unavailable: 'The service is temporarily unavailable: try again.',
} as const;

const NOT_STORED =
  'contains a character that cannot be stored. Every character is accepted except NUL and unpaired surrogates: remove it, or type the text again.';

/** What errors say: the message of a code, or a more specific one. */
export const ERROR_SENTENCES = {
  ...ERROR_MESSAGES,
  list_changes_gone: ({ since }: { since?: string }) =>
    `What a list needs to tell its changes from then on is not kept: ${since === undefined ? '' : `begin with since=${since}, or `}request the list again, and begin with its X-Cursor.`,
  no_doctor: 'There is no doctor with this registration number.',
  no_clinic: 'There is no clinic with this id.',
  nothing_at_path: 'There is nothing at this path.',
  unstorable_text: ({ name }: { name: string }) => `${name} ${NOT_STORED}`,
  unstorable_name: ({ place }: { place: string }) => `A name of a member in ${place} ${NOT_STORED}`,
  nested_too_deeply: ({ name, levels }: { name: string; levels: number }) =>
    `${name} is nested too deeply: at most ${levels} levels are accepted.`,
} as const;

const LOCALE = 'en-CA';
const LISTS = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const CHOICES = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** The English sentence of each message about a request or a record. */
export const ENGLISH = {
  ...ERROR_SENTENCES,

  // What is wrong with a parameter
  sent_without: ({ param, others }: { param: string; others: readonly string[] }) =>
    `${param} must be sent without ${LISTS.format(others)}.`,
  place_unknown: ({ value, names }: { value: string; names: readonly string[] }) =>
    `${quoted(value)} is not known.${names.length === 0 ? '' : ` Did you mean ${CHOICES.format(names.map(quoted))}?`}`,
  place_outside: ({ value, nearest }: { value: string; nearest?: { name: string; kilometers: number } }) =>
    `${quoted(value)} is outside the area of this directory.${nearest === undefined ? '' : ` The nearest municipality inside is ${nearest.name}, ${nearest.kilometers} km away.`}`,
  street_alone: ({ value, names }: { value: string; names: readonly string[] }) =>
    `${quoted(value)} is a street: name a crossing, such as ${CHOICES.format(names.map(quoted))}.`,
  crossing_ambiguous: ({ value, names }: { value: string; names: readonly string[] }) =>
    `${quoted(value)} may be ${CHOICES.format(names.map(quoted))}: add the municipality.`,
  streets_apart: ({ value }: { value: string }) =>
    `${quoted(value)} are streets that are not known to cross.`,
  address_not_listed: ({ value }: { value: string }) =>
    `${quoted(value)} is not the address of a listed clinic. Add the postal code, or name a crossing.`,

  // Warnings about a request
  limit_capped: ({ limit, maximum }: { limit: number; maximum: number }) =>
    `The limit ${limit} was capped at ${maximum}.`,
  emergency: ({ number }: { number: '911' | '988' }) =>
    number === '988'
      ? 'If somebody thinks of suicide, call or text 9-8-8 now; in danger, call 9-1-1.'
      : 'In an emergency, call 9-1-1 now: this directory cannot help.',
  accepting_false:
    'accepting=false filters nothing. acceptance=no lists those that accept no new patients, and acceptance=unknown those of which it is not known.',
  no_services: ({ specialty, doctors }: { specialty: string; doctors: number }) =>
    `No clinic lists a service of ${specialty}. Its doctors are in /doctors?specialties=${encodeURIComponent(specialty)}: ${doctors}.`,
  match_ignored: 'match was ignored: it says how q is compared.',
  unknown_parameter: ({ name, suggestion }: { name: string; suggestion?: string }) =>
    `Unknown parameter '${name}' was ignored.${didYouMean(suggestion)}`,
  unknown_parameters: ({ more }: { more: number }) => `Further unknown parameters ignored: ${more}.`,
  absent_fields: ({ names }: { names: readonly string[] }) =>
    `fields names what no record of this answer has: ${LISTS.format(names)}. Some members are only there with include, near or another parameter.`,
  no_links:
    'The query is too long to repeat in the Link header, which is left out. Use limit and offset for other pages.',
  few_links: ({ relations }: { relations: string }) =>
    `The query is too long to repeat for every page: the Link header names no other page than ${relations}.`,
  unmatched_specialty: ({ names, suggestion }: { names: readonly string[]; suggestion?: string }) =>
    `No listed doctor has the specialty ${CHOICES.format(names.map(quoted))}.${didYouMean(suggestion)}`,
  unmatched_language: ({ names, suggestion }: { names: readonly string[]; suggestion?: string }) =>
    `No listed doctor speaks ${CHOICES.format(names.map(quoted))}.${didYouMean(suggestion)}`,
  reason_for_specialty: ({ reason, specialties }: { reason: string; specialties: readonly string[] }) =>
    `${quoted(reason)} is not a specialty: ${LISTS.format(specialties)} ${specialties.length === 1 ? 'sees' : 'see'} people for it.`,
  unmatched_values: ({ more }: { more: number }) => `Further values that match nobody: ${more}.`,
  point_far_away: ({ lat, lng }: { lat: number; lng: number }) =>
    `The point ${lat},${lng} is more than 100 km outside the Greater Toronto Area: are latitude and longitude swapped?`,
  unknown_clinic: ({ id }: { id: string }) => `There is no clinic with the id '${id}': no doctor matches.`,
  merged_clinic: ({ id, into }: { id: string; into: string }) =>
    `Clinic ${id} was merged into clinic ${into}, which this answer is about.`,
  some_doctors_shown: ({ shown, all }: { shown: number; all: number }) =>
    `Only ${shown} of the clinic's ${all} doctors are shown.`,
  left_out: leftOut,
  only_hours_of_holiday: ({ date, holiday, ...found }: { date: string; holiday: Holiday } & LeftOut) =>
    `${date} is a holiday in Ontario (${holiday}): only hours that are known of that day count.${found.count > 0 ? ` ${leftOut(found)}` : ''}`,

  // Remarks on a clinic
  sample_record: 'Sample record: invented for demonstration.',
  open_data_of: ({ date }: { date: string }) => `The record comes from open data of ${date}.`,
  confirm_by_phone: 'Confirm by phone: availability is best effort.',
  acceptance_not_known: 'Whether new patients are accepted is not known.',
  acceptance_observed: ({ date, method }: { date: string; method: string }) =>
    `Acceptance last observed ${date}${method && ` by ${method}`}.`,
  acceptance_listed: ({ date }: { date: string }) => `Acceptance listed since ${date}.`,
  /** Without a method, it is listed without a date. */
  acceptance_disputed: ({ accepting, date, method }: { accepting: boolean; date: string; method?: string }) =>
    `Another source says that new patients are ${accepting ? '' : 'not '}accepted: ${method ? `observed ${date} by ${method}` : `listed since ${date}`}.`,
  hours_not_known: 'The opening hours are not known.',
  closing_not_known: ({ opens }: { opens: readonly string[] }) =>
    `Opens at ${opens.join(' or ')}, and when it closes is not known.`,
  wheelchair_not_known: 'Wheelchair access is not known.',
  virtual_visits_not_known: 'Whether virtual visits are offered is not known.',
  position_of_area: 'The position is the centre of the postal area.',
  subway_not_known: 'Whether a subway station is near is not known.',
} as const;

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean '${suggestion}'?`;
}

function leftOut({ count, kind, facts }: LeftOut): string {
  const [noun, were] = count === 1 ? [kind, 'was'] : [`${kind}s`, 'were'];
  const start = `${count} ${noun} that would match otherwise ${were} left out`;
  const [first, ...others] = facts;
  const [what, are] = UNKNOWN_WORDS[first!.fact](kind);
  if (others.length === 0) return `${start}: ${what} ${are} not known.`;
  const each = facts.map(({ fact, count: unknown }) => `${UNKNOWN_WORDS[fact](kind)[0]} (${unknown})`);
  return `${start}, because not everything is known: ${each.join('; ')}.`;
}

function quoted(name: string): string {
  return `'${name}'`;
}

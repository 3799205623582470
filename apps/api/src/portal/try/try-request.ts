/** The values of the form, by parameter. Values of a list are joined by commas. */
export type TryValues = Readonly<Record<string, string>>;

/** The check boxes of the form that stand beside the places, and those that fewer people need. */
export const FLAGS = {
  usual: ['accepting', 'nearTTC'],
  other: ['independent', 'evening', 'weekend', 'wheelchair', 'virtualVisits'],
} as const;
export type FlagName = (typeof FLAGS)[keyof typeof FLAGS][number];
/** The parameters that are folded away until one of them has a value. */
export const OTHER_PARAMETERS: readonly string[] = [
  'gender',
  'minYears',
  'maxYears',
  'clinicType',
  ...FLAGS.other,
];
/** Parameters that the form keeps, and has no field for. */
export const KEPT_PARAMETERS = ['clinic', 'acceptance', 'ids', 'lat', 'lng'] as const;
/** The filters of the page, in order. */
export const TRY_PARAMETERS: readonly string[] = [
  'near',
  'within',
  'area',
  'q',
  'match',
  'specialties',
  'languages',
  'days',
  'date',
  'openAt',
  ...OTHER_PARAMETERS,
  ...FLAGS.usual,
  ...KEPT_PARAMETERS,
];
/** What a question asks of the place and the hours of a clinic, whatever doctors it has. */
export const CLINIC_PARAMETERS: readonly string[] = [
  'near',
  'within',
  'area',
  'days',
  'date',
  'openAt',
  'evening',
  'weekend',
  'wheelchair',
  'virtualVisits',
  'nearTTC',
  'clinicType',
];
/** Parameters that mean nothing without another one. */
export const QUALIFIED: Readonly<Record<string, string>> = { within: 'near', match: 'q' };

/** The query that the page's first question is read as. */
export const INITIAL_VALUES: TryValues = { near: 'Kennedy station', languages: 'Tamil', accepting: 'true' };

/** Returns the filled fields of the form as the query of a page or a request; empty if there are none. */
export function trySearch(values: TryValues, others: Readonly<Record<string, string>> = {}): string {
  const valueOf = (name: string) => values[name]?.trim() ?? '';
  const sent = TRY_PARAMETERS.filter((name) => valueOf(name) && valueOf(QUALIFIED[name] ?? name));
  const parameters = new URLSearchParams(Object.fromEntries(sent.map((name) => [name, valueOf(name)])));
  for (const [name, value] of Object.entries(others)) parameters.set(name, value);
  // Valid in a query, and readable.
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns the path and query of the form's request: a search if a name is given, otherwise a list; by clinic unless persons
 * or one clinic are meant.
 * @param offset how many matches are skipped
 */
export function tryPath(values: TryValues, offset = 0): string {
  const others = { include: 'availability,hours', ...(offset > 0 && { offset: String(offset) }) };
  if (values['q']?.trim()) return `/doctors/search${trySearch(values, others)}`;
  const isByClinic = !values['clinic']?.trim() && !values['ids']?.trim();
  return `/doctors${trySearch(values, { ...others, ...(isByClinic && { group: 'clinic' }) })}`;
}

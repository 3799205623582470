import { parseArgs } from 'node:util';

/** A command line that cannot be understood. The message is a sentence for people. */
export class UsageError extends Error {}

interface Option {
  /** What the value is called in the help; absent for an option without a value. */
  readonly value?: string;
  readonly about: string;
  /** The values that a shell completes. */
  readonly values?: readonly string[];
  readonly short?: string;
}

export const FORMATS = ['table', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The options that are parameters of lists, with the names and values of the API. */
const FILTERS = {
  specialties: { value: 'LIST', about: 'any of these specialties' },
  languages: { value: 'LIST', about: 'speaks any of these languages' },
  near: { value: 'PLACE', about: 'nearest first: a station, neighbourhood, postal code or LAT,LNG' },
  within: { value: 'KM', about: 'at most so far from the place' },
  area: { value: 'LIST', about: 'in any of these municipalities or neighbourhoods' },
  clinic: { value: 'ID', about: 'practises at this clinic' },
  q: { value: 'NAME', about: 'by name; finds similar names, too' },
  gender: { value: 'GENDER', about: 'gender of the doctor', values: ['female', 'male', 'non-binary'] },
  accepting: { about: 'is known to accept new patients' },
  acceptance: { value: 'LIST', about: 'by what is known of it', values: ['yes', 'no', 'unknown'] },
  days: { value: 'LIST', about: 'open on any of these days', values: DAYS },
  date: { value: 'YYYY-MM-DD', about: 'open on this day; holidays and vacations count' },
  openAt: { value: 'HH:MM', about: 'open at this time' },
  evening: { about: 'open after 17:00' },
  weekend: { about: 'open on Saturday or Sunday' },
  wheelchair: { about: 'wheelchair-accessible' },
  virtualVisits: { about: 'offers virtual visits' },
  nearTTC: { about: 'within 800 m of a subway station' },
  sort: { value: 'ORDER', about: 'another order', values: ['name', 'distance', 'years'] },
  limit: { value: 'N', about: 'how many; 10 unless given, at most 100' },
  offset: { value: 'N', about: 'how many to skip' },
} satisfies Record<string, Option>;

const OTHERS = {
  since: { value: 'DAY', about: 'care watch: what happened since this day or time' },
  state: { value: 'FILE', about: 'care watch: continue where the last call ended, as this file says' },
  format: { value: 'FORMAT', about: 'table, json or csv', values: FORMATS },
  url: { value: 'URL', about: 'address of the API; otherwise that in CARE_ATLAS_URL' },
  key: { value: 'KEY', about: 'API key; otherwise that in CARE_ATLAS_KEY, or the sandbox key' },
  help: { about: 'show this help', short: 'h' },
  version: { about: 'show the version', short: 'v' },
} satisfies Record<string, Option>;

/** All options, in the order of the help. */
export const OPTIONS: readonly (readonly [name: string, option: Option])[] = Object.entries({
  ...FILTERS,
  ...OTHERS,
});

/** A command line, read. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Parameters of a list. */
  readonly filters: Readonly<Record<string, string>>;
  readonly format: Format;
  readonly since: string | undefined;
  readonly state: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

/** @throws UsageError */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(args);
  const { format = 'table' } = values;
  if (!FORMATS.includes(format as Format))
    throw new UsageError(`--format must be ${FORMATS.join(', ')}, not '${String(format)}'.`);
  const given = Object.entries(values).filter(([name]) => name in FILTERS);
  return {
    words: positionals,
    filters: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    format: format as Format,
    since: values['since'] as string | undefined,
    state: values['state'] as string | undefined,
    url: values['url'] as string | undefined,
    key: values['key'] as string | undefined,
    help: values['help'] === true,
    version: values['version'] === true,
  };
}

function parsed(args: readonly string[]) {
  const options = Object.fromEntries(
    OPTIONS.map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Its first sentence says what is wrong; the others are advice to programmers.
    const [message] = (error as Error).message.split(/\. |\n/);
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message!) ?? [];
    const nearest = unknown && optionLike(unknown);
    throw new UsageError(`${message!.replace(/\.$/, '')}.${nearest ? ` Did you mean '--${nearest}'?` : ''}`);
  }
}

/** Returns the option with the longest common beginning, if that is most of what was given. */
function optionLike(given: string): string | undefined {
  const common = OPTIONS.map(([name]) => {
    let length = 0;
    while (length < given.length && given[length]!.toLowerCase() === name[length]?.toLowerCase()) length++;
    return { name, length };
  });
  const [best] = common.toSorted((a, b) => b.length - a.length || a.name.length - b.name.length);
  return best && 3 * best.length > 2 * given.length ? best.name : undefined;
}

/** Returns the lines of the help that describe the options. */
export function optionHelp(): string {
  const rows = OPTIONS.map(
    ([name, { value, about }]) => [`--${name}${value ? ` ${value}` : ''}`, about] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length));
  return rows.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`).join('\n');
}

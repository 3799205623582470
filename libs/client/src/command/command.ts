import { readFileSync } from 'node:fs';
import { CareAtlasError } from '../client-error.js';
import { CareAtlas } from '../client.js';
import type {
  ClinicDetail,
  DoctorDetail,
  Interpretation,
  OpeningHours,
  SpecialHours,
} from '../generated/interface.js';
import { type CommandName, COMPLETIONS } from './completion.js';
import { updateCopy } from './copy-file.js';
import { type CommandLine, optionHelp, readCommandLine, UsageError } from './options.js';
import { partRows, writeReading } from './question.js';
import { acceptanceText, clinicRows, dayText, doctorRows, factsText, printable, tableText } from './table.js';
import type { Terminal } from './terminal.js';
import { watchList } from './watch.js';

/** The address in the documentation, where `npm start` serves the API. */
const DEFAULT_URL = 'http://localhost:3000/api/v1';
/** The published key, which is open to everyone. */
const SANDBOX_KEY = 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs';
const DEFAULT_LIMIT = '10';
/** The exit code of a command line or question that is not understood. */
const NOT_UNDERSTOOD = 2;
const CAUTION = 'Availability is best effort: phone the clinic to confirm.';

const HELP = `Finds doctors and clinics of the Greater Toronto Area.

  care find [WORDS…]            doctors: care find "family doctor who speaks Tamil near Finch station"
  care explain-words [WORDS…]   how a question is read: each part with its verdict
  care near PLACE               clinics, nearest first: care near Kipling
  care show doctor NUMBER       one doctor, by registration number
  care show clinic ID           one clinic, by id
  care mirror FILE              a copy of the directory in an SQLite file; the next call takes what changed (live key)
  care watch [WORDS…]           what entered that list of doctors and what left it: care watch "GP near Kipling" --since 2026-11-20
  care completion bash|zsh|fish a script that completes this command

A LIST is separated by commas. The words of find are a question in English or French. Where words that matter are not understood, or
name what the directory does not have, there is no list, and the reason is written. The result goes to standard output, remarks to
standard error.

${optionHelp()}

Exit codes: 0 answered, 1 refused or not reached, 2 not understood.
`;

interface Call extends CommandLine {
  readonly directory: CareAtlas;
  readonly terminal: Terminal;
}

const COMMANDS: Readonly<Record<CommandName, (call: Call) => Promise<number | void>>> = {
  find,
  'explain-words': explainWords,
  near,
  show,
  mirror,
  watch,
  completion,
};

/** Runs a command line. @returns its exit code */
export async function runCare(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const line = readCommandLine(args);
    const [name = 'help', ...words] = line.words;
    if (line.version) terminal.out(`${versionOfPackage()}\n`);
    else if (line.help || name === 'help') terminal.out(HELP);
    else {
      const code = await commandOf(name)({ ...line, words, terminal, directory: clientOf(line, terminal) });
      return code ?? 0;
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`care: ${error.message} See care --help.`);
      return NOT_UNDERSTOOD;
    }
    terminal.note(`care: ${failureText(error)}`);
    return 1;
  }
}

function commandOf(name: string) {
  if (!Object.hasOwn(COMMANDS, name)) throw new UsageError(`There is no command '${name}'.`);
  return COMMANDS[name as CommandName];
}

function clientOf({ url, key }: CommandLine, { env }: Terminal): CareAtlas {
  const address = url ?? (env['CARE_ATLAS_URL'] || DEFAULT_URL);
  if (!/^https?:\/\/./.test(address))
    throw new UsageError(`The address of the API must begin with https:// or http://, unlike '${address}'.`);
  return new CareAtlas({ url: address, key: key ?? (env['CARE_ATLAS_KEY'] || SANDBOX_KEY) });
}

/** @throws an error that is neither of the service nor of the system, which is a fault of this program */
function failureText(error: unknown): string {
  if (error instanceof CareAtlasError) {
    const { message, requestId } = error;
    return printable(requestId === undefined ? message : `${message} (request ${requestId})`);
  }
  if (error instanceof Error && 'code' in error) return printable(`${error.message}.`);
  throw error;
}

async function find({ words, filters, ...call }: Call): Promise<number | void> {
  const question = words.join(' ').trim();
  const read = question === '' ? {} : await readValues(question, filters, call);
  if (!read) return NOT_UNDERSTOOD;
  const query: Readonly<Record<string, string>> = {
    limit: DEFAULT_LIMIT,
    include: 'availability',
    ...read,
    ...filters,
  };
  if (query['q'] === undefined) return list(call, 'listDoctors', query);
  return list(call, 'searchDoctors', filters['q'] === undefined ? query : { ...query, match: 'forgiving' });
}

/** Reads a question as parameters of a list; undefined if no list answers it. Options alone may say what is asked for. */
async function readValues(
  question: string,
  filters: Call['filters'],
  { directory, format, terminal }: Omit<Call, 'words' | 'filters'>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const answer = await directory.readQuestion(question).catch((error: unknown) => {
    if (error instanceof CareAtlasError && error.code === 'not_found')
      throw new UsageError(
        `Nothing at this address reads questions: it must be that of the API, such as ${DEFAULT_URL}. With an older service, use the options.`,
      );
    throw error;
  });
  const isAnswered = writeReading(answer, terminal);
  const isOnlyCourtesy = answer.verdict === 'nothing-named' && Object.keys(filters).length > 0;
  if (isAnswered || isOnlyCourtesy) return answer.values;
  if (format === 'json') terminal.out(jsonText(answer));
  return undefined;
}

/** Writes each part of a question with its verdict. */
async function explainWords({ words, format, directory, terminal }: Call): Promise<void> {
  const question = words.join(' ').trim();
  if (format === 'csv') throw new UsageError('care explain-words writes table or json.');
  if (question === '') throw new UsageError('care explain-words needs a question.');
  const answer = await directory.readQuestion(question);
  terminal.out(format === 'json' ? jsonText(answer) : tableText(partRows(answer), terminal));
  const { verdict, total } = answer;
  terminal.note(total === null ? `Verdict: ${verdict}.` : `Verdict: ${verdict}, ${total} doctors.`);
}

async function near({ words, filters, ...call }: Call): Promise<void> {
  if (words.length === 0) throw new UsageError('care near needs a place, such as Kipling.');
  const query = { limit: DEFAULT_LIMIT, include: 'availability,contact', near: words.join(' '), ...filters };
  return list(call, 'listClinics', query);
}

async function list(
  { format, directory, terminal }: Omit<Call, 'words' | 'filters'>,
  operation: 'listDoctors' | 'searchDoctors' | 'listClinics',
  query: Readonly<Record<string, string>>,
): Promise<void> {
  if (format === 'csv') {
    const { body, headers } = await directory.getText(operation, 'csv', {}, query as never);
    terminal.out(body);
    const member = (name: string) => JSON.parse(headers.get(`x-${name}`) ?? '[]') as never;
    return remark(terminal, member('interpreted'), member('warnings'));
  }
  const { body } = await directory.request(operation, {}, query as never);
  const { total, count, interpreted, warnings } = body;
  const rows = 'doctors' in body ? doctorRows(body.doctors) : clinicRows(body.clinics);
  if (format === 'json') terminal.out(jsonText(body));
  else if (count > 0) terminal.out(tableText(rows, terminal));
  remark(terminal, interpreted, warnings);
  terminal.note(
    total > 0
      ? `${count} of ${total}. ${CAUTION}`
      : `No match. Remove a filter: each one narrows the result.`,
  );
}

/** Writes how the request was understood. */
function remark(
  terminal: Terminal,
  interpreted: readonly Interpretation[] = [],
  warnings: readonly string[] = [],
): void {
  for (const { value, as, others = [], precision } of interpreted) {
    const rest = others.length === 0 ? '' : ` Not meant: ${others.join(', ')}.`;
    const center = precision === 'area' ? ' Distances are measured from its center.' : '';
    terminal.note(printable(`“${value}” was read as ${as.join(' or ')}.${rest}${center}`));
  }
  for (const warning of warnings) terminal.note(printable(warning));
}

async function show({ words: [kind, id, more], format, directory, terminal }: Call): Promise<void> {
  if (format === 'csv') throw new UsageError('care show writes table or json.');
  if ((kind !== 'doctor' && kind !== 'clinic') || id === undefined || more !== undefined)
    throw new UsageError('care show needs doctor and a registration number, or clinic and an id.');
  const options = {
    include: ['availability', 'hours'],
    onWarning: (warning: string) => terminal.note(printable(warning)),
  } as const;
  const include = [...options.include, 'registration'] as const;
  const facts =
    kind === 'doctor'
      ? await directory
          .getDoctor(id, { ...options, include })
          .then((doctor) => ({ doctor, rows: doctorFacts(doctor) }))
      : await directory.getClinic(id, options).then((clinic) => ({ clinic, rows: clinicFacts(clinic) }));
  const { rows, ...record } = facts;
  terminal.out(format === 'json' ? jsonText(record) : factsText(rows, terminal));
  terminal.note(CAUTION);
}

function doctorFacts(doctor: DoctorDetail): readonly (readonly string[])[] {
  const { bookingMethod, clinics, rating } = doctor;
  return [
    ['Doctor', doctor.name],
    ['Registration', `${doctor.cpsoNumber}${doctor.expiredAt === null ? '' : ', not active'}`],
    ...registrationFacts(doctor),
    ['Specialties', doctor.specialties.join(', ')],
    ['Languages', doctor.languages.join(', ')],
    ['Years in practice', String(doctor.yearsOfPractice)],
    ...(doctor.ownAcceptance
      ? [['Doctor accepts', acceptanceText({ accepting: doctor.ownAcceptance })]]
      : []),
    ...availabilityFacts(doctor),
    ['Booking', [bookingMethod.phone, bookingMethod.online].filter(Boolean).join(', ')],
    ['Referral', doctor.referralRequired ? 'required' : 'not required'],
    ['Reviews', `${rating.positive} positive, ${rating.negative} negative, of ${rating.reviewCount}`],
    ...clinics.flatMap(({ id, name, address, phone }) => [
      ['Clinic', [name, address, phone].filter(Boolean).join(', ')],
      ['', `care show clinic ${id}`],
    ]),
    ['Data', `${doctor.dataFreshness}, synchronized ${dayText(doctor.syncedAt)}`],
  ];
}

function registrationFacts({ registration }: DoctorDetail): readonly (readonly string[])[] {
  // A server of an earlier release ignores what it does not know.
  if (!registration) return [];
  const { class: words, independent, restrictions, asOf, url } = registration;
  const known = (answer: string) => (answer === 'unknown' ? 'not known' : answer);
  const time = asOf === null ? '' : `, as of ${dayText(asOf)}`;
  return [
    ['Class', `${words || 'not known'}${time}`],
    ['Independent', known(independent)],
    ['Restrictions', known(restrictions)],
    ...(url === null ? [] : [['Register', url]]),
  ];
}

function clinicFacts(clinic: ClinicDetail): readonly (readonly string[])[] {
  const { doctors, doctorCount } = clinic;
  return [
    ['Clinic', clinic.name],
    ['Type', clinic.type],
    ['Address', clinic.address],
    ['Phone', clinic.phone],
    ['Website', clinic.website],
    ...availabilityFacts(clinic),
    ['Subway', clinic.accessibility.nearTTC ? 'within 800 m' : ''],
    ['Doctors', `${doctors.length} of ${doctorCount}`],
    ...doctors.map(({ name, cpsoNumber, specialties }) => [
      '',
      `${cpsoNumber} ${name}: ${specialties.join(', ')}`,
    ]),
  ];
}

function availabilityFacts({
  availability,
  openingHours,
  specialHours = [],
}: Pick<DoctorDetail, 'availability' | 'openingHours' | 'specialHours'>) {
  return [
    ['Accepts', acceptanceText(availability)],
    ['Wheelchair', availability?.wheelchair.answer.replace('unknown', 'not known') ?? ''],
    ['Virtual visits', availability?.virtualVisits.answer.replace('unknown', 'not known') ?? ''],
    ['Hours', hoursText(openingHours ?? [])],
    ['Special days', specialHours.map(specialText).join('; ')],
  ];
}

function hoursText(hours: readonly OpeningHours[]): string {
  if (hours.length === 0) return 'not known';
  return hours.map((span) => `${span.day} ${spanText(span)}`).join(', ');
}

function specialText({ days, name, from, to, weekdays, open, hours = [] }: SpecialHours): string {
  const spans = hours.map(spanText).join(', ');
  const known = { no: 'closed', unknown: `${spans} not known`.trimStart(), yes: spans }[open];
  if (days === 'every-week') return `${weekdays?.join(', ')}: ${known}`;
  const dates =
    days === 'public-holidays' ? 'public holidays' : (name ?? (from === to ? from : `${from} to ${to}`));
  return `${dates}${weekdays ? ` (${weekdays.join(', ')})` : ''}: ${known}`;
}

function spanText({ opens, closes, closesNextDay }: Omit<OpeningHours, 'day'>): string {
  return `${opens}–${closesNextDay ?? closes ?? '?'}`;
}

async function mirror({ words: [file, more], format, directory, terminal }: Call): Promise<void> {
  if (format === 'csv') throw new UsageError('care mirror writes table or json.');
  if (file === undefined || more !== undefined) throw new UsageError('care mirror needs one file.');
  const onWarning = (warning: string) => terminal.note(printable(warning));
  const report = await updateCopy(directory, file, { onWarning });
  const { begun, stored, removed } = report;
  if (format === 'json') terminal.out(jsonText(report));
  else terminal.out(`${file}: ${begun ? 'began, ' : ''}${stored} stored, ${removed} removed\n`);
}

async function watch({ words, filters, ...call }: Call): Promise<number | void> {
  const question = words.join(' ').trim();
  const read = question === '' ? {} : await readValues(question, filters, call);
  if (!read) return NOT_UNDERSTOOD;
  const { format, since, state, directory, terminal } = call;
  await watchList({ directory, terminal, format, values: { ...read, ...filters }, since, state });
}

async function completion({ words: [shell = '', more], terminal }: Call): Promise<void> {
  const script = Object.hasOwn(COMPLETIONS, shell) && more === undefined ? COMPLETIONS[shell] : undefined;
  if (!script) throw new UsageError('care completion needs bash, zsh or fish.');
  terminal.out(script());
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function versionOfPackage(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

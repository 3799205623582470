import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { CLINIC_ID, ClinicQuery, REGISTRATION_NUMBER } from '@care-atlas/domain/contract';
import { fieldsOf } from '@care-atlas/domain/schema';
import { fold } from '@care-atlas/domain/text';
import { type DirectoryReader, FILTER_VALUES } from '../directory/directory-reader.js';
import { PROMPT_NAMES } from './prompts.js';
import { RESOURCES, TEMPLATES } from './resources.js';

/** The protocol's maximum for one answer. */
const MAX_VALUES = 100;
const PAGE = 100;
const SHORTEST_NAME = 2;

const PROMPTS: ReadonlySet<string> = new Set(PROMPT_NAMES);
const ADDRESSES = new Set([
  ...RESOURCES.en.resources.map(({ uri }) => uri),
  ...TEMPLATES.en.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
]);

/** Returns the values that fit the typed text. */
type Proposal = (typed: string) => Promise<readonly string[]>;

/** The filters that take some of few words. */
const WORDS = fieldsOf(ClinicQuery).flatMap(({ name, schema: { items } }) =>
  items?.enum ? [{ name, values: items.enum.map((value) => ({ value: String(value) })) }] : [],
);

interface NamedClinic {
  readonly id: string;
  readonly foldedName: string;
}

/** Proposes values for the arguments of prompts and resource templates. */
export class Completion {
  /** By the name of the argument, which means the same everywhere. */
  readonly #proposals = new Map<string, Proposal>([
    ['specialty', async (typed) => matching(typed, await FILTER_VALUES.specialties(this.directory.reads))],
    ['near', (typed) => this.#places(typed)],
    [
      'area',
      lastOf(async (typed) => matching(typed, (await this.directory.reads.listAreas({})).value.areas)),
    ],
    ...WORDS.map(({ name, values }) => [name, lastOf(async (typed) => matching(typed, values))] as const),
    ['openAt', async (typed) => matching(typed, [{ value: 'now' }])],
    ['language', async (typed) => matching(typed, await FILTER_VALUES.languages(this.directory.reads))],
    [REGISTRATION_NUMBER.name, (typed) => this.#doctors(typed)],
    ['other', (typed) => this.#doctors(typed)],
    [CLINIC_ID.name, (typed) => this.#clinics(typed)],
  ]);
  #clinicNames: { readonly version: string; readonly clinics: readonly NamedClinic[] } | undefined;

  constructor(private readonly directory: DirectoryReader) {}

  /** @throws ProtocolError when there is no such prompt or resource */
  async complete({ ref, argument }: CompleteRequestParams): Promise<CompleteResult> {
    if (!(ref.type === 'ref/prompt' ? PROMPTS.has(ref.name) : ADDRESSES.has(ref.uri)))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is nothing of this name to complete.');
    const proposal = this.#proposals.get(argument.name);
    const values = proposal ? await proposal(argument.value) : [];
    const shown = values.slice(0, MAX_VALUES);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  }

  /** Returns the registration numbers of doctors who match the typed parts of a name, or the complete number. */
  async #doctors(typed: string): Promise<readonly string[]> {
    if (typed.trim().length < SHORTEST_NAME) return [];
    const { doctors } = (await this.directory.reads.searchDoctors({ q: typed, limit: PAGE })).value;
    return doctors.map(({ cpsoNumber }) => cpsoNumber);
  }

  /** Returns the names of places that the typed text may begin. */
  async #places(typed: string): Promise<readonly string[]> {
    const q = typed.trim() || undefined;
    const { places } = (await this.directory.reads.listPlaces({ q, limit: PAGE })).value;
    return [...new Set(places.map(({ name }) => name))];
  }

  /** Returns the ids of clinics whose name contains, or whose id begins with, the typed text. */
  async #clinics(typed: string): Promise<readonly string[]> {
    if (!this.directory.hasUnlimitedReads) return [];
    const { version } = await this.directory.dataset();
    if (this.#clinicNames?.version !== version)
      this.#clinicNames = { version, clinics: await this.#allClinics() };
    const wanted = fold(typed);
    return this.#clinicNames.clinics
      .filter(({ id, foldedName }) => id.startsWith(wanted) || foldedName.includes(wanted))
      .map(({ id }) => id);
  }

  async #allClinics(): Promise<readonly NamedClinic[]> {
    const clinics: NamedClinic[] = [];
    for (let total = 1; clinics.length < total;) {
      const page = (await this.directory.reads.listClinics({ limit: PAGE, offset: clinics.length })).value;
      clinics.push(...page.clinics.map(({ id, name }) => ({ id, foldedName: fold(name) })));
      total = page.count > 0 ? page.total : 0;
    }
    return clinics;
  }
}

/** Returns the values that contain the typed text; those that begin with it come first. */
function matching(typed: string, known: readonly { readonly value: string }[]): readonly string[] {
  const wanted = fold(typed);
  const values = known.map(({ value }) => value).filter((value) => fold(value).includes(wanted));
  const begins = values.filter((value) => fold(value).startsWith(wanted));
  return [...new Set([...begins, ...values])];
}

/** Completes the last word of a comma-separated list. */
function lastOf(propose: Proposal): Proposal {
  return async (typed) => {
    const start = typed.slice(0, typed.lastIndexOf(',') + 1);
    const values = await propose(typed.slice(start.length).trim());
    return values.map((value) => start + value);
  };
}

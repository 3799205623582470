import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { fold } from '@care-atlas/domain/text';
import type { DirectoryReader } from './directory-reader.js';
import { PROMPTS } from './prompts.js';
import { RESOURCES, TEMPLATES } from './resources.js';

/** As many as the protocol lets an answer hold. */
const MOST_VALUES = 100;
const PAGE = 100;
const SHORTEST_NAME = 2;

interface NamedClinic {
  readonly id: string;
  readonly name: string;
}

/** Proposes values for what a person is about to type. */
export class Completion {
  /** By the name of the argument: the same name means the same thing everywhere. */
  readonly #proposals: Readonly<Record<string, (typed: string) => Promise<readonly string[]>>> = {
    specialty: async (typed) =>
      beginning(typed, (await this.directory.reads.listSpecialties()).value.specialties),
    language: async (typed) => beginning(typed, (await this.directory.reads.listLanguages()).value.languages),
    cpso: (typed) => this.#doctors(typed),
    other: (typed) => this.#doctors(typed),
    id: (typed) => this.#clinics(typed),
  };
  #clinicNames: { readonly version: string; readonly clinics: readonly NamedClinic[] } | undefined;

  constructor(private readonly directory: DirectoryReader) {}

  /** @throws ProtocolError when there is no such prompt or resource */
  async complete({ ref, argument }: CompleteRequestParams): Promise<CompleteResult> {
    const known =
      ref.type === 'ref/prompt'
        ? PROMPTS.prompts.some(({ name }) => name === ref.name)
        : TEMPLATES.resourceTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri) ||
          RESOURCES.resources.some(({ uri }) => uri === ref.uri);
    if (!known)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is nothing of this name to complete.');
    const proposals = Object.hasOwn(this.#proposals, argument.name)
      ? this.#proposals[argument.name]
      : undefined;
    const values = proposals ? await proposals(argument.value) : [];
    const shown = values.slice(0, MOST_VALUES);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  }

  /** The numbers of doctors whose name, or whole number, is typed. */
  async #doctors(typed: string): Promise<readonly string[]> {
    if (typed.trim().length < SHORTEST_NAME) return [];
    const found = await this.directory.reads.searchDoctors({ q: typed, limit: PAGE });
    return found.value.doctors.map(({ cpsoNumber }) => cpsoNumber);
  }

  /** The ids of clinics whose name holds what is typed, or whose id begins with it. */
  async #clinics(typed: string): Promise<readonly string[]> {
    if (!this.directory.readsAreFree) return [];
    const { version } = await this.directory.dataset();
    if (this.#clinicNames?.version !== version)
      this.#clinicNames = { version, clinics: await this.#everyClinic() };
    const wanted = fold(typed);
    return this.#clinicNames.clinics
      .filter(({ id, name }) => id.startsWith(wanted) || name.includes(wanted))
      .map(({ id }) => id);
  }

  async #everyClinic(): Promise<readonly NamedClinic[]> {
    const clinics: NamedClinic[] = [];
    for (let total = 1; clinics.length < total;) {
      const page = (await this.directory.reads.listClinics({ limit: PAGE, offset: clinics.length })).value;
      clinics.push(...page.clinics.map(({ id, name }) => ({ id, name: fold(name) })));
      total = page.count > 0 ? page.total : 0;
    }
    return clinics;
  }
}

/** Values that begin with what is typed before those that only contain it. */
function beginning(typed: string, known: readonly { readonly value: string }[]): readonly string[] {
  const wanted = fold(typed);
  const values = known.map(({ value }) => value);
  const begins = values.filter((value) => fold(value).startsWith(wanted));
  return [...begins, ...values.filter((value) => fold(value).includes(wanted) && !begins.includes(value))];
}

import type { AsyncReads, PageQuery } from '@care-atlas/domain/contract';
import { fold, nearestWord } from '@care-atlas/domain/text';

/** Fields that order or page a list, or say what it is a list of: leaving them out does not relax it. */
const NO_FILTERS = ['limit', 'offset', 'lat', 'lng', 'include', 'specialty', 'warnings'];

/** What leaving out one filter would give. */
export interface Relaxation {
  readonly leaveOut: string;
  readonly total: number;
}

/** Advice for when nothing matches. */
export interface Advice {
  readonly relax: readonly Relaxation[];
  readonly text: string;
}

type Named = PageQuery & {
  readonly specialties?: string[];
  readonly languages?: string[];
  specialty?: string;
};

/**
 * Says which single filter to leave out when nothing matches, and how many would; and which names the directory
 * does not know.
 * @param totalOf asks for the number of matches of a query
 */
export async function adviceFor<Q extends Named>(
  query: Q,
  reads: AsyncReads,
  totalOf: (query: Q) => Promise<number>,
): Promise<Advice> {
  const filters = filtersOf(query);
  const relaxed = await Promise.all(
    filters.map(async (leaveOut) => ({
      leaveOut,
      total: await totalOf(Object.assign({}, query, { [leaveOut]: undefined, limit: 0, offset: 0 })),
    })),
  );
  const relax = relaxed.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
  const unknown = await unknownNames(query, reads);
  return { relax, text: [...unknown, wording(filters, relax)].filter(Boolean).join('\n') };
}

function filtersOf(query: object): string[] {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && value !== false && !NO_FILTERS.includes(name))
    .map(([name]) => name);
}

function wording(filters: readonly string[], relax: readonly Relaxation[]): string {
  if (filters.length === 0) return '';
  if (relax.length === 0) return 'No single filter explains it: ask with fewer of them.';
  return `Leaving out one filter gives: ${relax.map(({ leaveOut, total }) => `${leaveOut} → ${total}`).join(', ')}.`;
}

/** Specialties and languages that nobody in the directory has, each with the nearest that somebody has. */
async function unknownNames(query: Named, reads: AsyncReads): Promise<string[]> {
  const { specialty, languages = [] } = query;
  const specialties = [...(specialty === undefined ? [] : [specialty]), ...(query.specialties ?? [])];
  const [knownSpecialties, knownLanguages] = await Promise.all([
    specialties.length > 0 && reads.listSpecialties(),
    languages.length > 0 && reads.listLanguages(),
  ]);
  return [
    ...unknownAmong(specialties, knownSpecialties ? knownSpecialties.value.specialties : [], 'specialty'),
    ...unknownAmong(languages, knownLanguages ? knownLanguages.value.languages : [], 'language'),
  ];
}

function unknownAmong(
  asked: readonly string[],
  known: readonly { readonly value: string }[],
  kind: string,
): string[] {
  const values = new Map(known.map(({ value }) => [fold(value), value]));
  return asked
    .filter((name) => !values.has(fold(name)))
    .map((name) => {
      const nearest = nearestWord(name, values.values());
      const hint = nearest ? `Did you mean '${nearest}'?` : 'Values: get_directory_metadata.';
      return `No listed doctor has the ${kind} '${name.slice(0, 60)}'. ${hint}`;
    });
}

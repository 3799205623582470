/** Returns a number with its noun in English: "1 week", "2 weeks". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function searchFor(one: string, many: string, id: string) {
  return {
    none: `No ${one} matches`,
    found: (total: number) => `${total} ${total === 1 ? one : many}`,
    nobody: (name: string) => `The directory has no ${one} by the name ${name}.`,
    whyNot: `Why not another ${one}?`,
    wanted: `Name or ${id}`,
  };
}

const freshness: Readonly<Record<string, string>> = {
  fresh: '',
  stale: 'not confirmed lately',
  unknown: 'never confirmed by the register',
};

/** What only the card of results says. */
export const card = {
  searching: 'Searching the directory…',
  cancelled: 'The search was cancelled',
  failed: 'The search failed',
  unreachable: 'The connector could not be reached. Try again.',
  caution: 'Acceptance, hours and waiting times are best effort: phone the clinic to confirm.',
  dataOf: (date: string) => `Data of ${date}.`,
  searches: {
    search_doctors: searchFor('doctor', 'doctors', 'registration number'),
    search_clinics: searchFor('clinic', 'clinics', 'id'),
    list_specialists: searchFor('service', 'services', 'id'),
  },
  atClinics: (count: number) => ` at ${count} ${count === 1 ? 'clinic' : 'clinics'}`,
  doctorsMatch: (count: number) => `${count} doctors match`,
  part: (first: number, last: number) => `, ${first} to ${last}`,
  withoutOne: 'Without one filter:',
  fewerFilters: 'Search with fewer filters.',
  without: (filter: string, total: number) => `without ${filter}: ${total}`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',

  // A record
  years: (count: number) => `${counted(count, 'year')} of practice`,
  wait: (weeks: number) => `about ${counted(weeks, 'week')} to wait`,
  freshness,
  clinicType: (word: string) => word.replaceAll('-', ' '),
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}`,
  reading: 'Reading the record…',
  mapOfOne: 'Map with the clinic',
  mapOf: (count: number) => `Map with the clinics of ${count} numbered results`,
  sources: (crossings: string) =>
    `Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames. Crossings: ${crossings}.`,

  // Why somebody is missing
  looking: 'Looking…',
  which: 'Which one?',
  explain: 'Explain',
};

export type CardTexts = typeof card;

function counted(count: number, what: string): string {
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
  languages: (names: string) => `Languages: ${names}`,
  sinceNotKnown: 'Since when is not known',
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}`,
  reading: 'Reading the record…',
  page: 'Page',
  pageOf: (name: string) => `Page of ${name}`,
  call: (phone: string) => `Call ${phone}`,
  mapOfOne: 'Map with the clinic',
  mapOf: (count: number) => `Map with the clinics of ${count} numbered results`,
  sources:
    'Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames. Crossings: TTC, YRT, MiWay, Brampton Transit, Metrolinx.',

  // Its details
  ofDoctor: 'Said of the doctor',
  registration: 'Registration',
  notActive: (since: string) => `, no longer active since ${since}`,
  booking: 'Booking',
  byPhone: (phone: string) => `Phone ${phone}`,
  byReferral: 'Through a referring physician only',
  referral: 'Referral',
  required: 'Needed',
  notRequired: 'No source says that one is needed',
  alsoAt: 'Also at',
  reviews: 'Reviews',
  noReviews: 'None',
  ratings: (all: number, positive: number, negative: number) =>
    `${all}: ${positive} with 4 or 5 stars, ${negative} with 1 or 2`,
  record: 'Record',
  synchronized: (freshness: string, date: string) => `${freshness}, synchronized ${date}`,
  phone: 'Phone',
  notKnown: 'Not known',
  website: 'Website',
  hours: 'Hours',
  wheelchair: 'Wheelchair',
  accessible: 'Accessible',
  accessNotKnown: 'Not known to be accessible',
  virtualVisits: 'Virtual visits',
  offered: 'Offered',
  offerNotKnown: 'Not known to be offered',
  subway: 'Near the subway',
  yes: 'Yes',
  noOrNotKnown: 'No, or not known',
  doctors: 'Doctors',
  ofAll: (count: number) => `, of ${count}`,

  // Why somebody is missing
  looking: 'Looking…',
  which: 'Which one?',
  explain: 'Explain',
};

export type CardTexts = typeof card;

/** Why a search leaves out a record, in the text of answers and in the card. */
export const explanation = {
  unknown: (id: string) => `The directory has no record with the id ${id}.`,
  expired: (id: string, since: string) =>
    `The registration of the doctor ended on ${since}: no search finds ${id}.`,
  closed: (id: string, since: string) => `The clinic closed on ${since}: no search finds ${id}.`,
  /** The search as a subject, where the tool has no name for people. */
  theSearch: 'The search',
  leftOut: (search: string, id: string, filters: readonly string[]) =>
    `${search} leaves out ${id}. Without ${filters.join(' and ')} it would be found:`,
  found: (search: string, id: string, place: number) => `${search} finds ${id}, as number ${place}`,
  beginsThere: (found: string, offset: number) => `${found}: offset=${offset} begins with it.`,
  filter: (param: string, sentence: string, total: number) =>
    `${param}: ${sentence}. Without it: ${total} matches.`,
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  number: (value: number) => String(value),
  more: (count: number) => `${count} more`,
  reasons: {
    value_differs: (wanted: string, has: string) => `asked for ${wanted}, it has ${has}`,
    value_unknown: (wanted: string) => `asked for ${wanted}, which is not known: that is not a no`,
    not_the_same_doctor: (wanted: string) =>
      `asked for ${wanted}, which a doctor there has, but no one doctor meets all filters on doctors`,
    too_far: (wanted: string, has: string) => `asked for at most ${wanted} km, it is ${has} km away`,
    clinic_closed: (wanted: string) => `asked for ${wanted}, which has closed`,
    registration_expired: () => 'the registration has ended',
  },
};

export type ExplanationTexts = typeof explanation;

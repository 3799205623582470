/** The texts of the feed of a list. */
export const openings = {
  title: (filters: string) =>
    filters === '' ? 'Care Atlas: new in the list' : `Care Atlas: new in the list (${filters})`,
  entered: (name: string) => `${name} is new in the list`,
  acceptance: {
    yes: 'accepts new patients',
    no: 'accepts no new patients',
    unknown: 'not known whether new patients are accepted',
  },
  walkIn: {
    yes: 'walk-in: sees people without registration, and takes new regular patients',
    no: 'walk-in: sees people without registration; takes no new regular patients',
    unknown: 'walk-in: sees people without registration; not known whether it takes regular patients',
  },
  asOf: (date: string) => `as of ${date}: phone the clinic to confirm`,
};

export type OpeningsTexts = typeof openings;

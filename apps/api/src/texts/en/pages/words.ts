/** The texts of the page that shows how a question is read. */
export const words = {
  title: 'How a question is read',
  lead: 'For developers: each part of a question in plain words, with its verdict, as GET /questions returns them.',
  submit: 'Read',
  columns: ['Words', 'Verdict', 'Meaning'],
  misspelled: 'read as a misspelling',
  stops: 'stops the list',
  emergency: 'emergency',
  answers: {
    list: 'A list answers it',
    stopped: 'No list answers it',
    'nothing-named': 'It names nothing to look for',
    emergency: 'Call first',
  },
  verdicts: {
    understood: 'understood',
    ambiguous: 'ambiguous',
    outside: 'outside',
    unknown: 'unknown',
  } as Readonly<Record<string, string>>,
};

import { choicesOf, mayBeEmpty, rowReason } from '#contract/imports/row-reasons';

it.each([
  [
    'opening_hours is "Mo-Fr 02:00-10:00", but must be plausible (it opens before 05:00); the hours are stored as not known.',
    'hoursEarly',
    { value: 'Mo-Fr 02:00-10:00' },
  ],
  [
    'languages has "Sin\\"di is empty, but must be.", but must be a language of the directory (did you mean "Sindhi" instead of "Sindi"?). The rest of the list is used.',
    'language',
    { value: 'Sin"di is empty, but must be.' },
  ],
  [
    'specialties is "Spa|Sauna", but must be a specialty of the directory.',
    'specialty',
    { value: 'Spa|Sauna' },
  ],
  ['name is empty, but must be filled in.', 'filled', { value: '' }],
  [
    'phone is "911", but must be a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5.',
    'telephone',
    { value: '911' },
  ],
  ['type is "spa", but must be one of: clinic; walk-in.', 'word', { accepted: 'clinic; walk-in' }],
  ['text is "aaa…", but must be at most 500 characters long.', 'characters', { count: '500' }],
  ['Line 7 already holds this record: keep one of the two rows.', 'repeated', { line: '7' }],
  [
    'Its source has not given this record yet, and it needs a valid position.',
    'needed',
    { what: 'position' },
  ],
])('%s', (sentence, key, values) => {
  expect(rowReason(sentence)).toMatchObject({ key, values });
});

it.each([
  ['type is "spa", but must be one of: clinic; walk-in (or amenity filled in).', ['clinic', 'walk-in']],
  ['method is "fax", but must be one of: call, website; or empty.', ['call', 'website']],
  ['wheelchair is "?", but must be yes, limited or no, or empty.', ['yes', 'limited', 'no']],
  ['type is "spa", but must be one of: a; b; c; d; e; f; g; h; i.', []],
  ['name is empty, but must be filled in.', []],
  ['Something else.', []],
])('%s offers its few values', (sentence, choices) => expect(choicesOf(sentence)).toEqual(choices));

it.each([
  ['wheelchair is "ramp", but must be yes, limited or no, or empty.', true],
  ['phone is "911", but must be a telephone number such as 416-555-0123.', true],
  [
    'at is "11/12/2026", but must be a day in a form that can be read in one way only, such as 2026-10-03 or Oct 3 2026.',
    true,
  ],
  ['name is empty, but must be filled in.', false],
  ['Something else.', false],
])('%s may be answered by an empty cell: %s', (sentence, answer) =>
  expect(mayBeEmpty(sentence)).toBe(answer),
);

it.each([
  '',
  'phone is "911", but must be a telephone number such as 416-555-0123. name is empty, but must be filled in.',
  'Line 7 already holds this record: keep one of the two rows. name is empty, but must be filled in.',
  'Something else.',
  'phone is "911", but must be something that a later release accepts.',
])('finds no plain words for %j', (sentence) => expect(rowReason(sentence)).toBeUndefined());

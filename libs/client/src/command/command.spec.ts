import { tableText } from './table.js';
import type { Terminal } from './terminal.js';
import { readWords } from '../words.js';

test.each([
  ['', {}],
  ['any doctors', {}],
  ['cardiologist', { specialties: 'cardiologist' }],
  [
    'a family doctor who speaks Tamil near Finch station',
    { specialties: 'family doctor', languages: 'Tamil', near: 'Finch station' },
  ],
  ['doctor named Krishnan', { q: 'Krishnan' }],
  [
    'find me a female GP who is accepting new patients in North York and speaks Tamil or Sinhala',
    {
      gender: 'female',
      specialties: 'GP',
      accepting: 'true',
      area: 'North York',
      languages: 'Tamil,Sinhala',
    },
  ],
  [
    'Farsi-speaking dentist within 2.5 km of King station',
    { languages: 'Farsi', specialties: 'dentist', within: '2.5', near: 'King station' },
  ],
  [
    'ENT or dermatologist within 3 kilometres, close to M4C 1B5',
    { specialties: 'ENT,dermatologist', within: '3', near: 'M4C 1B5' },
  ],
  [
    'Which dermatologist takes patients, is near the subway and open in the evening?',
    { specialties: 'dermatologist', accepting: 'true', nearTTC: 'true', evening: 'true' },
  ],
  [
    'wheelchair accessible pediatrician in Scarborough, open on weekends, with virtual visits',
    {
      specialties: 'pediatrician',
      area: 'Scarborough',
      wheelchair: 'true',
      weekend: 'true',
      virtualVisits: 'true',
    },
  ],
])('“%s” is read as parameters', (text, parameters) => {
  expect(readWords(text)).toEqual(parameters);
});

describe('a table', () => {
  const terminal = { columns: undefined, colors: false } as Terminal;
  const rows = [
    ['NAME', 'AWAY', 'CLINIC'],
    ['Dr. Élise \u001b[2J\u009b31mTremblay\u202e', '', 'A clinic with a long name'],
    ['Dr. Wei Chen', '', 'B'],
  ];

  test('leaves out columns without values, and what would control the terminal', () => {
    expect(tableText(rows, terminal)).toBe(
      'NAME                         CLINIC\nDr. Élise  [2J 31mTremblay   A clinic with a long name\nDr. Wei Chen                 B\n',
    );
  });

  test.each([60, 30, 18])('fits a window of %i characters', (columns) => {
    const lines = tableText(rows, { ...terminal, columns })
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

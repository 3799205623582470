import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { OpeningHoursReader } from './opening-hours.js';
import { readTelephone, telephonesMeantBy } from './telephone.js';

const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));

describe('doubtful hours', () => {
  it.each([
    ['9-5', ['Mo-Fr 09:00-17:00', 'Mo-Su 09:00-17:00']],
    ['9am-5pm', ['Mo-Fr 09:00-17:00', 'Mo-Su 09:00-17:00']],
    ['Mo-Fr 02:00-10:00', ['Mo-Fr 14:00-22:00']],
    ['Sa 01:00-05:00', ['Sa 13:00-17:00']],
    ['Mo-Fr 12am-8pm', ['Mo-Fr 12:00-20:00']],
    ['Mo-Fr 9-9', ['Mo-Fr 09:00-21:00']],
    ['Mo-Fr 00:00-00:00', ['Mo-Fr 00:00-24:00']],
    ['Mo-Fr 17:00-09:00', ['Mo-Fr 09:00-17:00', 'Mo-Fr 17:00-21:00']],
    ['Mo-Fr 7-9pm', ['Mo-Fr 19:00-21:00', 'Mo-Fr 07:00-21:00']],
    ['Mo-Fr 8-midnight', ['Mo-Fr 20:00-24:00', 'Mo-Fr 08:00-24:00']],
    ['Mo-Fr 09:00-17:00; Sa 02:00-10:00', ['Mo-Fr 09:00-17:00; Sa 14:00-22:00']],
    // A night may be meant, half of the day is said, words would be lost, or the form is not known.
    ['Mo-Fr 22:00-08:00', []],
    ['Mo-Fr 9am-5am', []],
    ['9-5 "by appointment"', []],
    ['9-5 || "by appointment"', []],
    ['closed Sunday Monday 9-5', []],
    ['m'.repeat(501), []],
  ])('%s may mean %j', (text, suggestions) => {
    expect(reader.suggestionsFor(text)).toEqual(suggestions);
  });

  it('may mean nothing that the reader doubts', () => {
    const hours = [0, 1, 4, 5, 7, 9, 12, 13, 17, 21, 24];
    const forms = [
      (a: number, b: number) => `${a}-${b}`,
      (a: number, b: number) => `Mo-Fr ${a}-${b}`,
      (a: number, b: number) => `Sa ${a}:30-${b}:00`,
      (a: number, b: number) =>
        `Mo ${String(a).padStart(2, '0')}:00-${String(b).padStart(2, '0')}:00, ${a}-${b}pm`,
    ];
    let suggested = 0;
    for (const form of forms)
      for (const from of hours)
        for (const to of hours) {
          const text = form(from, to);
          if (reader.weekOf(text)?.doubt === '') continue;
          for (const suggestion of reader.suggestionsFor(text)) {
            suggested++;
            const week = reader.weekOf(suggestion)!;
            expect([text, suggestion, week.doubt, week.readAs, week.hours.length > 0]).toEqual([
              text,
              suggestion,
              '',
              '',
              true,
            ]);
          }
        }
    expect(suggested).toBeGreaterThan(50);
  });
});

describe('a telephone number that cannot be read', () => {
  it.each([
    ['416-555-OIOO', ['416-555-0100']],
    ['416-555-0100 5', ['416-555-0100 ext. 5']],
    ['(416) 55 50 100', ['416-555-0100']],
    // Digits too few or too many, another country, or a fax.
    ['416-555-012', []],
    ['416-555-01234', []],
    ['+44 207 555 0199', []],
    ['Fax 416-555-0199', []],
    ['911', []],
    ['', []],
  ])('%s may mean %j', (text, numbers) => {
    expect(telephonesMeantBy(text)).toEqual(numbers);
  });

  it('may mean nothing but one number', () => {
    const file = resolve(import.meta.dirname, '../../examples/real/telephones.csv');
    const cells = parse<Record<string, string>>(readFileSync(file), { columns: true });
    const suggested = cells.flatMap((cell) => telephonesMeantBy(Object.values(cell)[0]!));
    expect(suggested.length).toBeGreaterThan(0);
    for (const number of suggested)
      expect(readTelephone(number)).toMatchObject({ count: 1, isReadAs: false });
  });
});

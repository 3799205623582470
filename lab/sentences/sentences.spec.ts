// `npm run measure:sentences` asks for all records, and at all hours.
import { recallOfNames } from './named-records.js';
import { differencesOfYear } from './open-now.js';

it('clinics and doctors are found by their names in sentences', () => {
  for (const [kind, { asked, missed }] of Object.entries(recallOfNames(1 / 3)))
    expect({ kind, isEnough: 1 - missed.length / asked >= 0.99, missed }).toMatchObject({ isEnough: true });
});

it('"open now" is what a calendar says, at every fifth hour of a year', () => {
  expect(differencesOfYear(5)).toEqual({ asked: 1_752, different: [] });
});

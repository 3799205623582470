import { recallOfNames } from './named-records.js';
import { differencesOfYear } from './open-now.js';

it('clinics and doctors are found by their names in sentences', () => {
  for (const [kind, { asked, missed }] of Object.entries(recallOfNames()))
    expect({ kind, isEnough: 1 - missed.length / asked >= 0.99, missed }).toMatchObject({ isEnough: true });
});

it('"open now" is what a calendar says, at every hour of a year', () => {
  expect(differencesOfYear()).toEqual({ asked: 8_760, different: [] });
});

import { spellingsByNear, spellingsInSentence } from './places-as-people-say.js';

it.each([
  ['by near', spellingsByNear],
  ['in a sentence', spellingsInSentence],
])('300 spellings of places are read %s, none as another place', (_, read) => {
  const { asked, wrong, failed } = read();
  expect(asked).toBeGreaterThanOrEqual(300);
  expect(wrong).toEqual([]);
  expect({ failed, isEnough: 1 - failed.length / asked >= 0.95 }).toMatchObject({ isEnough: true });
});

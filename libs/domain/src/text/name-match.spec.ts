import fc from 'fast-check';
import { editsAllowed, MATCH_KINDS, nameQuery, nameRank, NO_MATCH, RANK, wordsOfName } from './name-match.js';
import { fold } from './text.js';

function how(q: string, name: string): string {
  return MATCH_KINDS[nameRank(nameQuery(q), name)] ?? 'none';
}

describe('how a name matches', () => {
  it.each([
    ['chen', 'Dr. Wei Chen', 'exact'],
    ['CHEN', 'Dr. Wei Chén', 'exact'],
    ['che', 'Dr. Wei Chen', 'prefix'],
    ['hen', 'Dr. Wei Chen', 'contains'],
    ['chan', 'Dr. Wei Chen', 'spelling'],
    ['cehn', 'Dr. Wei Chen', 'spelling'],
    ['okafro', 'Dr. Amara Okafor', 'spelling'],
    ['okaffro', 'Dr. Amara Okafor', 'sound'],
    ['chaudhri', 'Dr. Sana Chowdhury', 'sound'],
    ['papadopolis', 'Dr. Eleni Papadopoulos', 'spelling'],
    ['mohamed', 'Dr. Muhammad Ali', 'sound'],
    ['filips', 'Dr. Jane Phillips', 'sound'],
    ['smyth', 'Dr. Adam Smith', 'spelling'],
    ['li', 'Dr. Anna Lee', 'none'],
    ['lee', 'Dr. Anna Li', 'none'],
    ['wu', 'Dr. Wei Chen', 'none'],
    ['chen li', 'Dr. Wei Chen', 'none'],
    ['wei chan', 'Dr. Wei Chen', 'spelling'],
    ['chen we', 'Dr. Wei Chen', 'prefix'],
    ['oreilly', "Dr. Maeve O'Reilly", 'exact'],
    ["o'reilly", 'Dr. Maeve OReilly', 'exact'],
    ['o’reilly', "Dr. Maeve O'Reilly", 'exact'],
    ['reilly', "Dr. Maeve O'Reilly", 'contains'],
    ['jean luc', 'Dr. Jean-Luc Roy', 'exact'],
    ['jeanluc', 'Dr. Jean-Luc Roy', 'exact'],
    ['jean-luc', 'Dr. Jean Luc Roy', 'exact'],
    ['roy, jean-luc', 'Dr. Jean-Luc Roy', 'exact'],
    ['dr chen', 'Dr. Wei Chen', 'exact'],
    ['Dr. Chen', 'Wei Chen', 'exact'],
    ['doctor chen', 'Dr. Wei Chen', 'exact'],
    ['docteur roy', 'Dr. Jean-Luc Roy', 'exact'],
    ['chen, M.D.', 'Dr. Wei Chen', 'exact'],
    ['dr', 'Dr. Wei Chen', 'exact'],
    ['Doctor', 'Wei Chen', 'exact'],
    ['12345', 'Dr. Wei 12346', 'none'],
    ['李', 'Dr. 李明', 'prefix'],
    ['', 'Dr. Wei Chen', 'none'],
    ["-'.", 'Dr. Wei Chen', 'none'],
  ])('%j, %j: %s', (q, name, expected) => {
    expect(how(q, name)).toBe(expected);
  });

  it.each([
    ['abc', 0],
    ['abcd', 1],
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['12345678', 0],
  ])('%j may have %i misspellings', (term, edits) => {
    expect(editsAllowed(term)).toBe(edits);
  });
});

const letters = fc.stringMatching(/^[a-z]{2,12}$/);
const name = fc.tuple(letters, letters).map(([first, last]) => `Dr. ${first} ${last}`);

describe('every name', () => {
  it('matches itself exactly, without title, case, accents and punctuation', () => {
    const spelled = fc.stringMatching(/^[A-Za-zéçö]{1,6}(?:[-' ][A-Za-zéçö]{1,6}){0,3}$/);
    fc.assert(
      fc.property(spelled, (text) => {
        fc.pre(wordsOfName(text).length > 0);
        expect(nameRank(nameQuery(text), `Dr. ${text}`)).toBe(RANK.exact);
        expect(nameRank(nameQuery(fold(text).replaceAll("'", '').replaceAll('-', ' ')), text)).toBe(
          RANK.exact,
        );
      }),
    );
  });

  it('matches a beginning and a part of its words', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (text, from, to) => {
        const word = wordsOfName(text)[0]!;
        fc.pre(nameQuery(word).terms.length === 1);
        const part = word.slice(from % word.length, (from % word.length) + 1 + (to % word.length));
        fc.pre(!nameQuery(part).onlyTitles);
        const rank = nameRank(nameQuery(part), text);
        expect(rank).toBeLessThanOrEqual(word.startsWith(part) ? RANK.prefix : RANK.contains);
      }),
    );
  });

  it('matches a word with a swap of neighbors, an additional or a missing letter, from five letters', () => {
    const long = fc.stringMatching(/^[a-z]{5,12}$/);
    fc.assert(
      fc.property(long, fc.nat(), letters, (word, at, other) => {
        const i = at % (word.length - 1);
        const swapped = word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2);
        for (const typed of [
          swapped,
          word.slice(0, i) + word.slice(i + 1),
          `${word.slice(0, i)}x${word.slice(i)}`,
        ]) {
          fc.pre(!nameQuery(typed).onlyTitles);
          expect(nameRank(nameQuery(typed), `Dr. ${other} ${word}`)).toBeLessThan(NO_MATCH);
        }
      }),
    );
  });

  it('matches no better with another term', () => {
    fc.assert(
      fc.property(name, letters, letters, (text, term, more) => {
        const one = nameRank({ terms: [term], onlyTitles: false }, text);
        expect(nameRank({ terms: [term, more], onlyTitles: false }, text)).toBeGreaterThanOrEqual(one);
      }),
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlaceReading, placeLabel, resolvePlace } from '@care-atlas/domain/places';
import { readQuestion } from '@care-atlas/domain/question';

/** What no place is read from. */
const REFUSED = new Set(['outside', 'street', 'unknown']);
/** The beginnings of the labels that are meant, or why there is none, and a spelling. */
const rows = readFileSync(join(import.meta.dirname, 'places-as-people-say.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line) => {
    const [, meant = '', spellings = ''] = /^(.*?): (.*)$/.exec(line) ?? [];
    return spellings.split('; ').map((text) => ({ meant: meant.split('|'), text }));
  });

function verdictOf(reading: PlaceReading): string {
  if (reading.by === 'place') return placeLabel(reading.place);
  if (reading.by === 'point') return 'point';
  return reading.outside ? 'outside' : reading.street ? 'street' : 'unknown';
}

const isRight = (meant: readonly string[], verdict: string) =>
  meant.some((label) => verdict.startsWith(label));

/** Returns the spellings that are read as another place, and those that are not read. */
function compared(read: (text: string) => string) {
  const failed = rows
    .map(({ meant, text }) => ({ text, meant, verdict: read(text) }))
    .filter(({ meant, verdict }) => !isRight(meant, verdict));
  const wrong = failed.filter(({ verdict }) => !REFUSED.has(verdict));
  return { wrong, failed, right: 1 - failed.length / rows.length };
}

it('300 spellings of places are read by near, none as another place', () => {
  const { wrong, failed, right } = compared((text) => verdictOf(resolvePlace(text)));
  expect(rows.length).toBeGreaterThanOrEqual(300);
  expect(wrong).toEqual([]);
  expect({ failed, isEnough: right >= 0.95 }).toMatchObject({ isEnough: true });
});

it('the same in a sentence', () => {
  const now = new Date('2026-11-20T15:42:10.500Z');
  const { wrong, failed, right } = compared((text) => {
    const { values, unused } = readQuestion(`psychiatrist near ${text.replace(/^near /, '')}`, { now });
    const stopping = unused.find(({ why }) => why !== 'no-filter');
    // A street without crossings is an address that is not known.
    if (stopping?.why === 'street') return stopping.places ? 'street' : 'unknown';
    if (stopping) return stopping.why === 'outside' ? 'outside' : 'unknown';
    return verdictOf(resolvePlace(values.near ?? values.area ?? ''));
  });
  expect(wrong).toEqual([]);
  expect({ failed, isEnough: right >= 0.95 }).toMatchObject({ isEnough: true });
});

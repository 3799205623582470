import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlaceReading, placeLabel, resolvePlace } from '@care-atlas/domain/places';
import { readQuestion } from '@care-atlas/domain/question';

/** A spelling, the beginnings of the labels that are meant, and what it was read as. */
interface Spelling {
  readonly text: string;
  readonly meant: readonly string[];
  readonly verdict: string;
}

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

/** How many spellings there are, those that are read as another place, and all that are not read as they are meant. */
export interface Compared {
  readonly asked: number;
  readonly wrong: readonly Spelling[];
  readonly failed: readonly Spelling[];
}

function compared(read: (text: string) => string): Compared {
  const failed = rows
    .map(({ meant, text }) => ({ text, meant, verdict: read(text) }))
    .filter(({ meant, verdict }) => !isRight(meant, verdict));
  const wrong = failed.filter(({ verdict }) => !REFUSED.has(verdict));
  return { asked: rows.length, wrong, failed };
}

/** Reads every spelling by `near`. */
export function spellingsByNear(): Compared {
  return compared((text) => verdictOf(resolvePlace(text)));
}

/** Reads every spelling in a sentence. */
export function spellingsInSentence(): Compared {
  const now = new Date('2026-11-20T15:42:10.500Z');
  return compared((text) => {
    const { values, unused } = readQuestion(`psychiatrist near ${text.replace(/^near /, '')}`, { now });
    const stopping = unused.find(({ why }) => why !== 'no-filter');
    // A street without crossings is an address that is not known.
    if (stopping?.why === 'street') return stopping.places ? 'street' : 'unknown';
    if (stopping) return stopping.why === 'outside' ? 'outside' : 'unknown';
    return verdictOf(resolvePlace(values.near ?? values.area ?? ''));
  });
}

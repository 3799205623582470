import { REVIEW_DIMENSIONS, type ReviewDimension, type ReviewRecord } from '@care-atlas/domain/records';
import type { Random } from './random.js';
import { CLOSINGS, OPENINGS, SHORT_TEXTS, SINCE, TALKED_ABOUT, type SubjectKind } from './review-remarks.js';
import { DIMENSION_SENTENCES, type Tone } from './review-sentences.js';
import { Weighted } from './weighted.js';

type Stars = keyof typeof SHORT_TEXTS;

const SHORT_SHARE = 0.1;
const CLOSING_SHARE = 0.35;
const SENTENCES = new Weighted([
  [1, 14],
  [2, 36],
  [3, 32],
  [4, 18],
]);
const TOPIC = new Weighted(REVIEW_DIMENSIONS.map((dimension) => [dimension, TALKED_ABOUT[dimension]]));

/**
 * A text of one to four sentences that fits the stars and the rated dimensions. It speaks of waiting, people
 * and rooms only, never of illness or treatment.
 */
export function reviewText(
  random: Random,
  kind: SubjectKind,
  rating: number,
  dimensions: ReviewRecord['dimensions'],
): string {
  const stars = rating as Stars;
  if (random.chance(SHORT_SHARE)) return random.pick(SHORT_TEXTS[stars]);
  const count = SENTENCES.pick(random);
  const parts = [random.pick(OPENINGS[kind][stars]).replace('{since}', random.pick(SINCE))];
  const closing = count > 1 && random.chance(CLOSING_SHARE);
  for (const topic of topics(random, count - 1 - Number(closing))) {
    parts.push(random.pick(DIMENSION_SENTENCES[topic][toneOf(dimensions[topic] ?? rating)]));
  }
  if (closing) parts.push(random.pick(CLOSINGS[toneOf(rating)]));
  return parts.join(' ');
}

function topics(random: Random, count: number): ReadonlySet<ReviewDimension> {
  const chosen = new Set<ReviewDimension>();
  while (chosen.size < count) chosen.add(TOPIC.pick(random));
  return chosen;
}

function toneOf(rating: number): Tone {
  if (rating >= 4) return 'good';
  return rating === 3 ? 'mixed' : 'poor';
}

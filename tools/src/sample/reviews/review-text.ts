import { REVIEW_DIMENSIONS, type ReviewDimension, type ReviewRecord } from '@care-atlas/domain/records';
import { readJson } from '../data-file.js';
import type { Random } from '../random.js';
import { Weighted } from '../weighted.js';

export type SubjectKind = 'doctor' | 'clinic';
type Stars = 1 | 2 | 3 | 4 | 5;
type Tone = 'good' | 'mixed' | 'poor';

const REVIEWS = readJson('sample/reviews.json') as {
  /** First sentences. `{since}` is replaced by how long the reviewer has been a patient. */
  readonly openings: Record<SubjectKind, Record<Stars, readonly string[]>>;
  /** Sentences about one dimension each, which fit a doctor and a clinic alike. */
  readonly dimensions: Record<ReviewDimension, Record<Tone, readonly string[]>>;
  readonly closings: Record<Tone, readonly string[]>;
  /** Complete texts of a few words. */
  readonly shortTexts: Record<Stars, readonly string[]>;
  readonly since: readonly string[];
  /** How often reviewers write about each dimension. */
  readonly dimensionWeights: Record<ReviewDimension, number>;
};

const SHORT_SHARE = 0.1;
const CLOSING_SHARE = 0.35;
const SENTENCES = Weighted.named<number>('reviewSentences');
const TOPIC = new Weighted(
  REVIEW_DIMENSIONS.map((dimension) => [dimension, REVIEWS.dimensionWeights[dimension]]),
);

/**
 * Composes one to four sentences that fit the stars and the rated dimensions. They are about waiting, people and
 * rooms only, never about illness or treatment.
 */
export function reviewText(
  random: Random,
  kind: SubjectKind,
  rating: number,
  dimensions: ReviewRecord['dimensions'],
): string {
  const stars = rating as Stars;
  if (random.chance(SHORT_SHARE)) return random.pick(REVIEWS.shortTexts[stars]);
  const count = SENTENCES.pick(random);
  const parts = [random.pick(REVIEWS.openings[kind][stars]).replace('{since}', random.pick(REVIEWS.since))];
  const closing = count > 1 && random.chance(CLOSING_SHARE);
  for (const topic of topics(random, count - 1 - Number(closing))) {
    parts.push(random.pick(REVIEWS.dimensions[topic][toneOf(dimensions[topic] ?? rating)]));
  }
  if (closing) parts.push(random.pick(REVIEWS.closings[toneOf(rating)]));
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

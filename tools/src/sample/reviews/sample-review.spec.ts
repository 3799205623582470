import { REVIEW_DIMENSIONS, type ReviewRecord } from '@care-atlas/domain/records';
import { sampleDirectory } from '../sample-directory.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const AUTHOR = /^\p{L}[\p{L}\p{M}' -]* \p{Lu}\. \(sample\)$/u;

const sample = sampleDirectory({ doctors: 5_000, now: new Date('2026-11-20T15:27:31Z') });
const reviews = [...sample.reviews()];
const began = new Map(
  [...sample.doctors()].map((doctor) => [doctor.registrationNumber, doctor.practisingSince]),
);
const clinicIds = new Set(sample.clinics.map(({ id }) => id));

/** Those reviews that break a rule: none, where it holds. */
function except(holds: (review: ReviewRecord) => boolean): ReviewRecord[] {
  return reviews.filter((review) => !holds(review));
}

function isKnown({ subject }: ReviewRecord): boolean {
  return 'doctor' in subject ? began.has(subject.doctor) : clinicIds.has(subject.clinic);
}

function isStars(stars: number): boolean {
  return [1, 2, 3, 4, 5].includes(stars);
}

describe('a sample review', () => {
  it('has a unique UUID', () => {
    expect(new Set(reviews.map(({ id }) => id)).size).toBe(reviews.length);
    expect(except(({ id }) => UUID.test(id))).toEqual([]);
  });

  it('is about a doctor or a clinic of the directory', () => {
    expect(except(isKnown)).toEqual([]);
  });

  it('marks its author as invented', () => {
    expect(except(({ author }) => AUTHOR.test(author))).toEqual([]);
  });

  it('is not of tomorrow in the evening of Toronto, when UTC is a day ahead', () => {
    const evening = sampleDirectory({ doctors: 2_000, now: new Date('2026-11-29T03:15:00Z') });
    const dates = Array.from(evening.reviews(), ({ date }) => date);
    expect(dates.filter((date) => date > '2026-11-28')).toEqual([]);
    expect(dates).toContain('2026-11-28');
  });

  it('rates dimensions within one star of the whole', () => {
    expect(except(({ rating }) => isStars(rating))).toEqual([]);
    const names: readonly string[] = REVIEW_DIMENSIONS;
    const isNear = ({ rating, dimensions }: ReviewRecord) =>
      Object.entries(dimensions).every(
        ([name, stars]) => names.includes(name) && isStars(stars) && Math.abs(stars - rating) <= 1,
      );
    expect(except(isNear)).toEqual([]);
  });

  it('has one to four sentences without placeholders', () => {
    expect(except(({ text }) => /^[A-Z].*[.!]$/.test(text) && !/[{}]|undefined/.test(text))).toEqual([]);
    const counts = new Set(reviews.map(({ text }) => text.match(/[.!](?= |$)/g)!.length));
    expect(counts).toEqual(new Set([1, 2, 3, 4]));
  });

  it('was written in the last five years, after the doctor began and not after today', () => {
    expect(except(({ date }) => date >= '2021-11-19' && date <= '2026-11-20')).toEqual([]);
    expect(
      except(({ subject, date }) => !('doctor' in subject) || date >= began.get(subject.doctor)!),
    ).toEqual([]);
  });
});

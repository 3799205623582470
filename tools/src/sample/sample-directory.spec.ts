import { sampleDirectory } from './sample-directory.js';

const NOW = new Date('2026-11-20T15:27:31.123Z');
const sample = sampleDirectory({ doctors: 1_000, now: NOW });

function everything(options: Parameters<typeof sampleDirectory>[0]): unknown[] {
  const made = sampleDirectory(options);
  return [made.stations, made.clinics, [...made.doctors()], [...made.services()], [...made.reviews()]];
}

describe('determinism', () => {
  it('gives equal records for equal options', () => {
    const options = { doctors: 300, now: NOW, seed: 7 };
    expect(everything({ ...options, now: new Date(NOW) })).toEqual(everything(options));
  });

  it('gives the same records each time they are iterated', () => {
    expect([...sample.doctors()]).toEqual([...sample.doctors()]);
    expect([...sample.services()]).toEqual([...sample.services()]);
    expect([...sample.reviews()].slice(0, 500)).toEqual([...sample.reviews()].slice(0, 500));
  });

  it('allows two concurrent iterations', () => {
    const [zero, one] = [...sample.doctors()];
    const [first, second] = [sample.doctors()[Symbol.iterator](), sample.doctors()[Symbol.iterator]()];
    first.next();
    expect([first.next().value, second.next().value]).toEqual([one, zero]);
  });

  it('ignores later changes to the given date', () => {
    const now = new Date(NOW);
    const made = sampleDirectory({ doctors: 10, now });
    const before = [...made.doctors()];
    now.setUTCFullYear(1990);
    expect([...made.doctors()]).toEqual(before);
  });

  it('gives other records for another seed', () => {
    const other = sampleDirectory({ doctors: 1_000, now: NOW, seed: 2 });
    expect(other.clinics[0]!.id).not.toBe(sample.clinics[0]!.id);
    expect([...other.doctors()].map(({ name }) => name)).not.toEqual(
      [...sample.doctors()].map(({ name }) => name),
    );
  });
});

describe('size', () => {
  it.each([0, 1, 2, 10])('generates %i doctors', (count) => {
    const made = sampleDirectory({ doctors: count, now: NOW });
    const ids = new Set(made.clinics.map(({ id }) => id));
    const all = [...made.doctors()];
    expect(all).toHaveLength(count);
    expect(ids.size).toBeGreaterThanOrEqual(Math.min(1, count));
    expect(ids.size).toBeLessThanOrEqual(count);
    expect(all.every(({ clinicIds }) => clinicIds.every((id) => ids.has(id)))).toBe(true);
    expect([...made.services()].every(({ clinicId }) => ids.has(clinicId))).toBe(true);
    expect(made.stations).toHaveLength(70);
  });

  it('has no services or reviews without doctors', () => {
    const made = sampleDirectory({ doctors: 0, now: NOW });
    expect([...made.services(), ...made.reviews()]).toEqual([]);
  });

  it.each([-1, 1.5, NaN, 5_000_001])('rejects %d doctors', (count) => {
    expect(() => sampleDirectory({ doctors: count, now: NOW })).toThrow(RangeError);
  });

  it('rejects an invalid date', () => {
    expect(() => sampleDirectory({ doctors: 1, now: new Date(NaN) })).toThrow(RangeError);
  });
});

describe('stations', () => {
  it('list the lines one by one', () => {
    expect(sample.stations.find(({ name }) => name === 'Bloor-Yonge')).toMatchObject({
      lines: '1;2',
      lat: 43.6707855,
    });
  });
});

describe('services', () => {
  const services = [...sample.services()];

  it('exist once for each clinic and specialty of its active specialists', () => {
    const expected = new Set<string>();
    for (const { specialties, clinicIds, expiredAt } of sample.doctors()) {
      if (specialties[0] === 'Family Medicine' || expiredAt) continue;
      for (const id of clinicIds) for (const specialty of specialties) expected.add(`${id} ${specialty}`);
    }
    const made = services.map(({ clinicId, specialty }) => `${clinicId} ${specialty}`);
    expect(made.toSorted()).toEqual([...expected].toSorted());
  });

  it('wait whole weeks from 1 to 60', () => {
    const weeks = services.map(({ waitWeeks }) => waitWeeks);
    expect(weeks.filter((count) => !Number.isInteger(count) || count < 1 || count > 60)).toEqual([]);
  });
});

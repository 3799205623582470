import { openDatabase } from '@care-atlas/data/connection';
import { AuditRepository } from '@care-atlas/data/administration';
import { type ListedReview } from '@care-atlas/data/sync';
import { torontoMoment } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { reviews } from '../../src/sources/reviews.js';
import { ANY_REJECTS, importFile } from '../test-import.js';
import { A, B, CorrectionStage, TWO_CLINICS, WHY } from './correction-stage.js';

const stage = CorrectionStage.ofFile();

describe('a review', () => {
  const found = async (text = 'good') =>
    JSON.parse(await stage.done('--json', 'find-reviews', text)) as ListedReview;
  const answer = async () => (await stage.directory()).listClinicReviews(A).value;

  beforeEach(async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.importReview(A);
  });

  it('that is hidden counts no more, over later imports and a merge, until the hide is withdrawn', async () => {
    const { id, ...rest } = await found();
    expect(rest).toMatchObject({
      subject: A,
      subjectName: 'Maple Clinic',
      author: 'Maria P.',
      hiddenBy: null,
    });
    const { syncedAt } = (await stage.directory()).dataset;
    await stage.done('hide', 'review', id.toUpperCase(), ...WHY);
    expect((await stage.directory()).dataset.syncedAt).toEqual(syncedAt);
    expect(await stage.run('hide', 'review', id, ...WHY)).toMatchObject({
      errors: expect.stringContaining(`Correction 1 hides review ${id} already: withdraw it first.`),
    });
    await stage.importReview(A);
    expect(await answer()).toMatchObject({ total: 0, aggregate: { avgRating: null, count: 0 } });
    await stage.done('merge', A, 'into', B, ...WHY);
    expect((await stage.directory()).listClinicReviews(B).value.total).toBe(0);
    expect(await found()).toEqual({ id, ...rest, hiddenBy: 1 });
    expect(await stage.done('find-reviews', id)).toContain('hidden by correction 1');
    expect(await stage.done('corrections')).toContain(`hide review ${id}`);
    await stage.done('withdraw', '1', ...WHY);
    expect((await stage.directory()).listClinicReviews(B).value).toMatchObject({
      total: 1,
      aggregate: { avgRating: 5 },
    });
  });

  it('without an id that is hidden stays so when its text changes, and the report says so', async () => {
    const { id } = await found();
    await stage.done('hide', 'review', id, ...WHY);
    const { notice } = await stage.importReview(
      A,
      'Maria Perez,4,2026-10-01,Changed',
      'Maria Perez,4,2026-10-02,Other',
    );
    expect((await answer()).reviews).toMatchObject([{ text: 'Other' }]);
    expect(notice).toContain(`is hidden, as ${id} is by correction 1`);
    expect([(await found('changed')).hiddenBy, (await found('other')).hiddenBy]).toEqual([1, null]);
    await stage.done('withdraw', '1', ...WHY);
    expect((await answer()).total).toBe(3);
    // A hide also holds for the versions that the directory has already.
    await stage.done('hide', 'review', id, ...WHY);
    expect((await answer()).reviews).toMatchObject([{ text: 'Other' }]);
  });

  it('with an id hides no other one of the same author and day', async () => {
    const path = await stage.file(
      'own.csv',
      [
        'id,clinic_id,author,rating,date,text',
        `7,${A},Anonymous,1,2026-10-01,`,
        `8,${A},Anonymous,5,2026-10-01,`,
      ].join('\n'),
    );
    await importFile(reviews, path, stage.url, { now: stage.now });
    const listed = (await stage.done('--json', 'find-reviews', 'anonymous')).trim().split('\n');
    const { id } = listed.map((line) => JSON.parse(line) as ListedReview).find(({ rating }) => rating === 1)!;
    await stage.done('hide', 'review', id, ...WHY);
    expect((await answer()).reviews.map(({ rating }) => rating)).toEqual([5, 5]);
  });

  it('of an anonymous author is another one than that of another text', async () => {
    const hidden = 'x@example.org,1,2026-10-01,They never answer the telephone';
    await stage.importReview(A, hidden, 'y@example.org,1,2026-10-01,Parking is full in the morning');
    const { id } = await found('telephone');
    await stage.done('hide', 'review', id, ...WHY);
    await stage.importReview(A, 'x@example.org,1,2026-10-01,They still never answer the telephone');
    expect((await answer()).reviews.map(({ text }) => text)).toEqual([
      'Good',
      'Parking is full in the morning',
    ]);
  });

  it('without an id stays hidden when its text is left out', async () => {
    const { id } = await found();
    await stage.done('hide', 'review', id, ...WHY);
    const row = `${A},Maria Perez,4,2026-10-01,Card 4111 1111 1111 1111`;
    const path = await stage.file('reviews.csv', `clinic_id,author,rating,date,text\n${row}\n`);
    const { notice } = await importFile(reviews, path, stage.url, { now: stage.now, ...ANY_REJECTS });
    expect(notice).toContain(`is hidden, as ${id} is by correction 1`);
    expect((await answer()).total).toBe(0);
  });

  it('has the last reply, over later imports, until that is withdrawn', async () => {
    const { id } = await found();
    await stage.done('reply', 'review', id, '--text', 'Thanks.', ...WHY);
    await stage.done('reply', 'review', id, '--text', 'Thank you.\nSee you.', ...WHY);
    await stage.importReview(A);
    const reply = { text: 'Thank you.\nSee you.', date: torontoMoment(stage.now).date };
    expect((await answer()).reviews).toMatchObject([{ author: 'Maria P.', text: 'Good', reply }]);
    expect((await found()).reply).toEqual(reply);
    await stage.done('withdraw', '2', ...WHY);
    expect((await answer()).reviews).toMatchObject([{ reply: { text: 'Thanks.' } }]);
    await stage.done('withdraw', '1', ...WHY);
    expect((await answer()).reviews[0]).not.toHaveProperty('reply');
    const opened = await openDatabase(stage.url, PATIENT);
    const { events } = await new AuditRepository(opened).search({ text: id }, { limit: 10, offset: 0 });
    await opened.close();
    expect(events.map(({ action }) => action)).toEqual([
      'correction-withdrawn',
      'correction-withdrawn',
      'review-replied',
      'review-replied',
    ]);
    expect(events[3]).toMatchObject({ subject: `review ${id}`, details: { text: 'Thanks.', correction: 1 } });
  });
});

it('a correction of a review that could have no effect is refused', async () => {
  for (const [words, reason] of [
    [['hide', 'review', A], `The directory has no review with the id ${A}.`],
    [['hide', 'review', '7'], '"7" is not the id of a review, a UUID.'],
    [['pin', 'review', A], 'Give doctor or clinic.'],
    [['reply', 'clinic', A, '--text', 'Thanks.'], 'Give review.'],
    [['reply', 'review', A, '--text', ' '], 'text is empty, but must be filled in.'],
    [['reply', 'review', A, '--text', 'Your card 4111 1111 1111 1111'], 'text without a payment card number'],
  ] as const)
    expect(await stage.run(...words, ...WHY)).toMatchObject({ errors: expect.stringContaining(reason) });
});

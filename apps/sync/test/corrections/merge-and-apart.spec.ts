import { specialists } from '../../src/sources/specialists.js';
import { A, B, CorrectionStage, HOUR_MS, TWO_CLINICS, WHY } from './correction-stage.js';
import { importFile } from '../test-import.js';

const stage = CorrectionStage.ofFile();

describe('merge', () => {
  const warning = `Clinic ${A} was merged into clinic ${B}, which this answer is about.`;

  it('lets the survivor answer for the other on every path, with a warning', async () => {
    await stage.importClinics([{ ...TWO_CLINICS[0]!, accepting: 'yes' }, TWO_CLINICS[1]!]);
    await stage.importRegister([{ location_1_address: '1 King Street West, Toronto' }, {}]);
    await stage.importReview(A);
    const path = await stage.file('services.csv', `clinic_id,specialty,wait_weeks\n${A},ENT,3\n`);
    await importFile(specialists, path, stage.url, { now: stage.now });
    await stage.done('merge', A, 'into', B, ...WHY);
    // Later imports of the old id feed the survivor.
    await stage.importReview(B);
    await stage.importClinics([{ ...TWO_CLINICS[0]!, accepting: 'yes' }, TWO_CLINICS[1]!]);
    const merged = await stage.directory();
    const { clinic, warnings } = merged.getClinic(A.toUpperCase()).value;
    expect([clinic.id, warnings]).toEqual([B, [warning]]);
    expect(clinic).toEqual(merged.getClinic(B).value.clinic);
    expect(clinic.doctors).toHaveLength(1);
    expect(clinic.acceptingNewPatients).toBe(true);
    expect(merged.listClinicReviews(A).value).toMatchObject({ clinicId: B, total: 2, warnings: [warning] });
    expect(merged.getClinicSignals(A).value).toMatchObject({ clinicId: B, warnings: [warning] });
    expect(merged.getClinic(B).value.warnings).toBeUndefined();
    expect(merged.listClinics().value.clinics.map(({ id }) => id)).not.toContain(A);
    expect(merged.getDoctor('900001').value.doctor.clinic.id).toBe(B);
    expect(
      merged.listSpecialists({ specialty: 'Otolaryngology - Head and Neck Surgery' }).value.clinics,
    ).toMatchObject([{ id: B, wait_weeks: 3 }]);
    expect(merged.tagOf('getClinic', { subject: A, parameters: {} })).toBe(
      merged.tagOf('getClinic', { subject: B, parameters: {} }),
    );
    await stage.done('withdraw', '1', ...WHY);
    const apart = await stage.directory();
    expect(apart.getClinic(A).value.clinic).toMatchObject({ id: A, acceptingNewPatients: true });
    expect([apart.listClinicReviews(A).value.total, apart.listClinicReviews(B).value.total]).toEqual([1, 1]);
    expect(apart.getDoctor('900001').value.doctor.clinic.id).toBe(A);
  });

  it('holds while a source lists only the other clinic', async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.done('merge', A, B, ...WHY);
    await stage.importClinics([TWO_CLINICS[0]!], true);
    for (const id of [A, B]) expect((await stage.clinicOf(id)).clinic.id).toBe(B);
  });

  it('goes on to the survivor of the survivor, and never in a circle', async () => {
    const C = '33333333-3333-4333-8333-333333333333';
    await stage.importClinics([...TWO_CLINICS, { id: C, name: 'Third', address: '5 King St W, Toronto' }]);
    await stage.done('merge', A, 'INTO', B, ...WHY);
    await stage.done('merge', B, 'into', C, ...WHY);
    expect((await stage.clinicOf(A)).clinic.id).toBe(C);
    const refusal = async (...ids: string[]) => (await stage.run('merge', ...ids, ...WHY)).errors;
    expect(await refusal(C, A)).toBe(`Clinic ${A} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(B, A)).toBe(`Clinic ${B} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(C, B)).toBe(`Clinic ${B} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(C, C)).toBe(`Give two clinics: ${C} is one.\n`);
    expect(await refusal(A, C)).toBe(`Clinic ${A} is merged into ${B}: withdraw correction 1 first.\n`);
    expect(await stage.run('merge', A, ...WHY)).toMatchObject({ code: 2 });
    await stage.done('withdraw', '2', ...WHY);
    expect((await stage.clinicOf(A)).clinic.id).toBe(B);
  });
});

it('duplicates are listed with the command that merges them', async () => {
  await stage.importClinics([
    TWO_CLINICS[0]!,
    { ...TWO_CLINICS[1]!, address: '1 King Street West, Toronto', website: 'maple.example' },
  ]);
  const output = await stage.done('duplicates');
  expect(output).toContain(
    `same address, similar name; less than 50 m apart, similar name:\n  Maple Clinic, 1 King St W`,
  );
  const [, words] = /npm run sync -- (merge \S+ into \S+ --why) "Duplicate"\n/.exec(output)!;
  expect(JSON.parse(await stage.done('--json', 'duplicates'))).toMatchObject({
    kept: { id: B },
    merged: { id: A },
  });
  await stage.done(...words!.split(' '), 'Duplicate');
  expect((await stage.clinicOf(A)).clinic.id).toBe(B);
  expect(await stage.done('duplicates')).toBe('No two clinics are likely the same.\n');
});

describe('apart', () => {
  const pair = () =>
    stage.importClinics([TWO_CLINICS[0]!, { ...TWO_CLINICS[1]!, address: '1 King Street West, Toronto' }]);

  it('leaves a pair out of the duplicates, also after imports, until it is withdrawn', async () => {
    await pair();
    const before = (await stage.clinicOf(A)).clinic;
    await stage.done('apart', B, 'from', A, '--why', 'Two floors');
    expect(await stage.done('duplicates')).toBe('No two clinics are likely the same.\n');
    await pair();
    expect(await stage.done('duplicates')).toBe('No two clinics are likely the same.\n');
    expect((await stage.clinicOf(A)).clinic).toMatchObject({ id: A, name: before.name, phone: before.phone });
    expect(await stage.done('corrections')).toContain('apart clinic');
    await stage.done('withdraw', '1', '--why', 'The same after all');
    expect(await stage.done('duplicates')).toContain('same address, similar name');
  });

  it('and a merge of the same pair exclude one another', async () => {
    await pair();
    await stage.done('apart', A, B, ...WHY);
    for (const words of [
      ['merge', A, 'into', B],
      ['merge', B, 'into', A],
      ['apart', B, A],
    ]) {
      const { code, errors } = await stage.run(...words, ...WHY);
      expect([code, errors]).toEqual([1, expect.stringContaining('Correction 1 says')]);
    }
    await stage.done('withdraw', '1', ...WHY);
    await stage.done('merge', A, 'into', B, ...WHY);
    const { code, errors } = await stage.run('apart', A, B, ...WHY);
    expect([code, errors]).toEqual([1, expect.stringContaining('are merged: withdraw correction 2 first')]);
    expect((await stage.run('apart', A, A, ...WHY)).code).toBe(1);
  });

  it('ends by its time', async () => {
    await pair();
    await stage.done('apart', A, B, '--until', new Date(stage.time + HOUR_MS).toISOString(), ...WHY);
    expect(await stage.done('duplicates')).toContain('No two clinics');
    stage.time += 24 * HOUR_MS;
    await pair();
    expect(await stage.done('duplicates')).toContain('same address');
  });
});

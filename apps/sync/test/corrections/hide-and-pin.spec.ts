import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@care-atlas/data/connection';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { A, B, CorrectionStage, TWO_CLINICS, WHY } from './correction-stage.js';

const stage = CorrectionStage.ofFile();

describe('hide', () => {
  it('takes a doctor out of lists and answers, over later imports', async () => {
    await stage.importRegister([{}, {}]);
    await stage.done('hide', 'doctor', '900001', ...WHY);
    await stage.importRegister([{}, {}], true);
    const hidden = await stage.directory();
    expect(hidden.listDoctors().value.total).toBe(1);
    expect(hidden.getSummary().value.totalDoctors).toBe(1);
    expect(() => hidden.getDoctor('900001')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => hidden.listDoctorReviews('900001')).toThrow(expect.objectContaining({ code: 'not_found' }));
    await stage.done('withdraw', '1', ...WHY);
    expect((await stage.doctorOf('900001')).expiredAt).toBeNull();
  });

  it('shows its progress when it takes long', async () => {
    await stage.importRegister([{}]);
    const opened = await openDatabase(stage.url, PATIENT);
    let hiding: Promise<string>;
    await opened.transaction(async (holder) => {
      await holder.query('lock table correction in share mode');
      hiding = stage.done('hide', 'doctor', '900001', ...WHY);
      while (!stage.errors.includes('Making the change')) await sleep(100);
    });
    expect(await hiding!).toContain('In force now');
    await opened.close();
  });

  it('takes a clinic out, unless a listed doctor has no other', async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.importRegister([
      {
        location_1_address: '1 King Street West, Toronto',
        location_2_address: '3 King St. W., Toronto',
        location_2_postal_code: 'M5A 1E3',
      },
    ]);
    await stage.done('hide', 'clinic', A, ...WHY);
    const hidden = await stage.directory();
    expect(hidden.listClinics().value.clinics.map(({ id }) => id)).toEqual([B]);
    expect(() => hidden.getClinic(A)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect((await stage.doctorOf('900001')).clinic).toMatchObject({ id: B });
    const refused = await stage.run('hide', 'clinic', B, ...WHY);
    expect(refused).toMatchObject({
      code: 1,
      errors: `Clinic ${B} cannot be hidden: it is the only open clinic of the listed doctors 900001.\n`,
    });
    // A register that leaves the doctor no other clinic shows it again, and the run says so.
    const { notice } = await stage.importRegister([{ location_1_address: '1 King Street West, Toronto' }]);
    expect(notice).toBe(
      `Correction 1 has no effect: clinic ${A} cannot be hidden, because it is the only open clinic of the listed doctors 900001.`,
    );
    expect((await stage.doctorOf('900001')).clinic).toMatchObject({ id: A });
  });
});

describe('pin', () => {
  it('keeps a doctor whom a complete register lacks', async () => {
    await stage.importRegister([{}, {}]);
    await stage.done('pin', 'doctor', '900001', ...WHY);
    const only = [{ registration_number: '900002' }];
    expect(await stage.importRegister(only, true)).toMatchObject({ expired: 0 });
    expect((await stage.doctorOf('900001')).expiredAt).toBeNull();
    await stage.done('withdraw', '1', ...WHY);
    expect((await stage.doctorOf('900001')).expiredAt).not.toBeNull();
    // A pin lists again whom a complete register lacked, with the clinic.
    await stage.importRegister(
      [{ registration_number: '900002', location_1_address: '9 Queen St, Toronto' }],
      true,
    );
    await stage.done('pin', 'doctor', '900001', ...WHY);
    expect((await stage.directory()).listDoctors().value.total).toBe(2);
  });

  it('does not list a doctor whose registration the register ended', async () => {
    await stage.importRegister([{}, {}]);
    await stage.done('pin', 'doctor', '900001', ...WHY);
    await stage.importRegister([{ status: 'Revoked' }]);
    expect((await stage.doctorOf('900001')).expiredAt).not.toBeNull();
    await stage.done('withdraw', '1', ...WHY);
    expect(await stage.run('pin', 'doctor', '900001', ...WHY)).toMatchObject({
      code: 1,
      errors:
        'The register says "Revoked" of doctor 900001: a pin keeps only records that a complete file lacks.\n',
    });
  });

  it('keeps a clinic that a complete file lacks', async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.done('pin', 'clinic', A, ...WHY);
    expect(await stage.importClinics([TWO_CLINICS[1]!], true)).toMatchObject({ closed: 0, kept: 1 });
    expect((await stage.clinicOf(A)).clinic.id).toBe(A);
    expect(await stage.importClinics([TWO_CLINICS[1]!], true)).toMatchObject({ closed: 0 });
    await stage.done('withdraw', '1', ...WHY);
    await expect(stage.clinicOf(A)).rejects.toMatchObject({ code: 'not_found' });
  });
});

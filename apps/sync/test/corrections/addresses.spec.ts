import { openDatabase } from '@care-atlas/data/connection';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { register } from '../../src/sources/register.js';
import { A, B, CorrectionStage, TWO_CLINICS } from './correction-stage.js';
import { importFile, registrations } from '../test-import.js';

const stage = CorrectionStage.ofFile();

describe('addresses', () => {
  /** Imports the register with the position of its practice location, which needs no postal code then. */
  const importPlaced = async (row: Readonly<Record<string, string>>) => {
    const [head, first] = registrations(row).trim().split('\n');
    const text = `${head},location_1_lat,location_1_lng\n${first},43.688,-79.394\n`;
    await importFile(register, await stage.file('placed.csv', text), stage.url, { now: stage.now });
  };
  const clinicOfDoctor = async () => (await stage.doctorOf('900001')).clinic.id;

  it.each([
    [
      'another spelling',
      '1 Saint Clair Avenue West, Toronto, ON',
      'M4V 1K6',
      '1 St. Clair W, Toronto',
      'M4V 1K6',
    ],
    [
      'a postal code of the register only',
      '1 St Clair Ave W, Toronto, ON',
      '',
      '1 St. Clair W, Toronto',
      'M4V 1K6',
    ],
    [
      'a postal code of the clinic only',
      '1 St Clair Ave W, Toronto, ON',
      'M4V 1K6',
      '1 St. Clair W, Toronto',
      '',
    ],
    [
      'highways and floors',
      '7 Hwy #7 E, 2nd Floor, Toronto',
      'M5A 1E3',
      '7 Highway 7 East, Second Fl., Toronto',
      'M5A 1E3',
    ],
  ])('match with %s', async (_, address, postal_code, location_1_address, location_1_postal_code) => {
    await stage.importClinics([{ ...TWO_CLINICS[0]!, address, postal_code }]);
    await importPlaced({ location_1_address, location_1_postal_code });
    expect(await clinicOfDoctor()).toBe(A);
  });

  it.each([
    ['another direction', '1 St. Clair E, Toronto', 'M4V 1K6'],
    ['another postal code', '1 St. Clair W, Toronto', 'M4V 1K7'],
    ['another unit', 'Unit 2, 1 St. Clair W, Toronto', 'M4V 1K6'],
    ['another municipality', '1 St. Clair W, Markham', ''],
  ])('do not match with %s', async (_, location_1_address, location_1_postal_code) => {
    await stage.importClinics([
      { ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto, ON', postal_code: 'M4V 1K6' },
    ]);
    await importPlaced({ location_1_address, location_1_postal_code });
    expect(await clinicOfDoctor()).not.toBe(A);
  });

  it('do not match without a postal code where two fit', async () => {
    await stage.importClinics([
      { ...TWO_CLINICS[0]!, address: '1 Main St, Toronto', postal_code: 'M4V 1K6' },
      { ...TWO_CLINICS[1]!, address: '1 Main St, Scarborough', postal_code: 'M1N 1S9' },
    ]);
    await importPlaced({ location_1_address: '1 Main Street, Toronto', location_1_postal_code: '' });
    expect([A, B]).not.toContain(await clinicOfDoctor());
  });

  it('have new keys in a database of an earlier release', async () => {
    await stage.importClinics([{ ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto' }]);
    const opened = await openDatabase(stage.url, PATIENT);
    await opened.query('update clinic set address_key = null, place_key = null');
    await opened.close();
    expect(
      await stage.importClinics([{ ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto' }]),
    ).toMatchObject({
      unchanged: 1,
    });
    await stage.importRegister([{ location_1_address: '1 St Clair W, Toronto' }]);
    expect(await clinicOfDoctor()).toBe(A);
  });
});

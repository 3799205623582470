import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  csv,
  directoryIn,
  importFile,
  registrations,
  useImports,
} from './test-import.js';

const test = useImports();

/** Rows in the own words of a register. */
const ROWS: readonly Readonly<Record<string, string>>[] = [
  {
    registration_number: '910101',
    name: 'Okonkwo, Adaeze Ruth, MD, CCFP',
    status: 'Active as of 01 Jul 2009',
    location_1_address:
      'Example Hospital Department of Emergency Medicine 700 Invented Blvd Toronto ON  M4Y 3G2',
  },
  {
    registration_number: '910102',
    name: 'Lindqvist, Per (Former name: Lindkvist), MD',
    location_1_address: 'Example Hospital, 700 Invented Blvd, Toronto ON M4Y3G2',
  },
  {
    registration_number: '910103',
    name: 'Ferreira, Joana, MD',
    status: 'Expired: Resigned from membership as of 18 May 2021',
    location_1_address: '12 Nowhere Cres, Brampton ON L6P  1A1',
  },
  {
    registration_number: '910104',
    name: 'Haddad, Rima, MD',
    status: 'Active as of 03 Jul 2026',
    class: 'Postgraduate Education',
    location_1_address: 'EXAMPLE HOSPITAL, 700 INVENTED BLVD, TORONTO, ON, M4Y 3G2',
  },
  {
    registration_number: '910105',
    name: "O'Neil-Tremblay, Zoé, MD, FRCPC",
    location_1_address: '1 hesperus road, toronto',
    location_1_lat: '43.81',
    location_1_lng: '-79.45',
  },
];

function wordsOf(rows: readonly Readonly<Record<string, string>>[]): string {
  const row = {
    registration_number: '',
    name: '',
    status: 'Active',
    class: 'Independent Practice',
    independent_since: '2009',
    specialties: 'Family Medicine',
    languages: 'English',
    location_1_name: '',
    location_1_address: '',
    location_1_postal_code: '',
    location_1_phone: '',
    location_1_lat: '',
    location_1_lng: '',
  };
  return csv(row, rows);
}

async function run(rows: readonly Readonly<Record<string, string>>[]) {
  const file = await test.folder.file('register.csv', wordsOf(rows));
  return importFile(register, file, test.url, ANY_REJECTS);
}

/** The clinics, each with the names of its doctors. */
async function listed() {
  const directory = await directoryIn(test.url);
  const { doctors } = directory.listDoctors({}).value;
  return directory.listClinics({}).value.clinics.map(({ id, name, address }) => ({
    name,
    address,
    doctors: doctors.filter(({ clinic }) => clinic.id === id).map((doctor) => doctor.name),
  }));
}

describe('rows in the own words of a register', () => {
  it('become doctors under their names, and one clinic under its address', async () => {
    expect(await run(ROWS)).toMatchObject({ created: 5, rejected: 0 });
    expect(await listed()).toEqual(
      expect.arrayContaining([
        {
          name: 'Example Hospital',
          address: '700 Invented Blvd, Toronto, ON M4Y 3G2',
          doctors: ['Dr. Adaeze Ruth Okonkwo', 'Dr. Per Lindqvist', 'Dr. Rima Haddad'],
        },
        {
          name: 'Practice at 1 Hesperus Road',
          address: '1 Hesperus Road, Toronto',
          doctors: ["Dr. Zoé O'Neil-Tremblay"],
        },
      ]),
    );
    expect(await listed()).toHaveLength(2);
  });

  it('have the status that they say, of the day that they say', async () => {
    const active = ROWS.map((row) => ({ ...row, status: 'Active' }));
    await run(active);
    expect(await run(ROWS)).toMatchObject({ expired: 1 });
    const directory = await directoryIn(test.url);
    expect(directory.getDoctor('910103').value.doctor).toMatchObject({
      expiredAt: '2021-05-18T05:00:00.000Z',
    });
    for (const number of ['910101', '910102', '910104', '910105'])
      expect(directory.getDoctor(number).value.doctor).toMatchObject({ expiredAt: null });
  });

  it('are said with what they are read as', async () => {
    const { notes } = await run(ROWS);
    const examples = Object.fromEntries(notes.map(({ reason, examples: shown }) => [reason, shown]));
    expect(examples['addresses in another form, read as one line']).toContain(
      '"EXAMPLE HOSPITAL, 700 INVENTED BLVD, TORONTO, ON, M4Y 3G2" read as 700 Invented Blvd, Toronto, ON M4Y 3G2',
    );
    expect(examples['names with degrees or former names, or in capitals, read as plain names']).toContain(
      '"Lindqvist, Per (Former name: Lindkvist), MD" read as Per Lindqvist',
    );
  });

  it('stay as they are where they are not understood, and that is said', async () => {
    const [row] = ROWS;
    const address = 'Suite Three Hundred, 55 Bloor St W, Toronto, ON M4W 1A5';
    const { notes } = await run([{ ...row, name: 'Okonkwo, Adaeze, Director', location_1_address: address }]);
    expect(notes).toEqual(
      expect.arrayContaining([
        {
          reason: 'addresses that are not understood, stored as they are',
          rows: 1,
          examples: [`"${address}"`],
        },
        {
          reason: 'names that are not understood, stored as they are',
          rows: 1,
          examples: ['"Okonkwo, Adaeze, Director"'],
        },
      ]),
    );
    expect(await listed()).toMatchObject([{ address, doctors: ['Dr. Okonkwo, Adaeze, Director'] }]);
  });
});

describe('the name of a clinic', () => {
  const [row] = ROWS;

  it('is that of its own column, and the one in the address stays there', async () => {
    await run([
      {
        ...row!,
        location_1_name: 'Invented Eye Centre',
        location_1_address: 'EXAMPLE HOSPITAL DEPT OF SURGERY 700 INVENTED BLVD TORONTO ON M4Y 3G2',
      },
    ]);
    expect(await listed()).toMatchObject([
      { name: 'Invented Eye Centre', address: 'Example Hospital, 700 Invented Blvd, Toronto, ON M4Y 3G2' },
    ]);
  });

  it('is not said twice', async () => {
    await run([{ ...row!, location_1_name: 'EXAMPLE HOSPITAL' }]);
    expect(await listed()).toMatchObject([
      { name: 'EXAMPLE HOSPITAL', address: '700 Invented Blvd, Toronto, ON M4Y 3G2' },
    ]);
  });
});

it('a postal code in a column of its own counts, and another one in the address stays there', async () => {
  const address = '700 invented blvd, Toronto, ON M4Y 3G3';
  const { notes } = await run([
    { ...ROWS[0]!, location_1_address: address, location_1_postal_code: 'M4Y 3G2' },
  ]);
  expect(notes.map(({ reason }) => reason)).toContain(
    'addresses that are not understood, stored as they are',
  );
  expect([...(await clinicsIn(test.url)).values()]).toMatchObject([{ address, postalCode: 'M4Y 3G2' }]);
});

it('a practice address outside the region is known by its own postal code', async () => {
  const { leftOut } = await run([{ ...ROWS[0]!, location_1_address: '123 Main St W Hamilton ON L8P 1A1' }]);
  expect(leftOut).toEqual([{ reason: 'doctors who practice outside the Greater Toronto Area', rows: 1 }]);
});

it('a clinic keeps its department and the name in its address', async () => {
  const list = clinicList({
    address: 'EXAMPLE HOSPITAL DEPARTMENT OF EMERGENCY MEDICINE 700 INVENTED BLVD TORONTO ON M4Y 3G2',
    postal_code: '',
    lat: '',
    lng: '',
  });
  const { notes } = await importFile(clinics, await test.folder.file('clinics.csv', list), test.url);
  expect(notes.map(({ reason }) => reason)).toContain('addresses in another form, read as one line');
  expect([...(await clinicsIn(test.url)).values()]).toMatchObject([
    {
      name: 'Maple Example Clinic',
      address: 'Example Hospital, Department of Emergency Medicine, 700 Invented Blvd, Toronto, ON M4Y 3G2',
      postalCode: 'M4Y 3G2',
    },
  ]);
});

it('a fax number is no telephone number', async () => {
  const list = registrations(
    { location_1_phone: 'Fax 416-555-0199' },
    {
      location_1_phone: 'F: 416-555-0199 T: 416-555-0102 x5',
      location_1_address: '1 Front Street E, Toronto, ON',
    },
  );
  const file = await test.folder.file('register.csv', list);
  const { notes, fieldNotes } = await importFile(register, file, test.url, ANY_REJECTS);
  expect(fieldNotes).toMatchObject([{ column: 'location_1_phone', value: 'Fax 416-555-0199' }]);
  expect(notes).toContainEqual({
    reason: 'telephone numbers among words or fax numbers, read as one number',
    rows: 1,
    examples: ['"F: 416-555-0199 T: 416-555-0102 x5" read as +1-416-555-0102 ext. 5'],
  });
  const phones = [...(await clinicsIn(test.url)).values()].map(({ phone }) => phone);
  expect(phones.toSorted()).toEqual(['', '+1-416-555-0102 ext. 5']);
});

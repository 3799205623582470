import { register } from '../src/sources/register.js';
import { ANY_REJECTS, csv, directoryIn, importFile, useImports } from './test-import.js';

const test = useImports();
const HOSPITAL = 'Example Hospital, 700 Invented Blvd, Toronto ON M4Y3G2';
const ROW = {
  registration_number: '910101',
  name: 'Okonkwo, Adaeze Ruth, MD, CCFP',
  status: 'Active as of 01 Jul 2009',
  class: 'Independent Practice',
  independent_since: '2009',
  specialties: 'Family Medicine',
  languages: 'English',
  location_1_name: '',
  location_1_address: HOSPITAL,
};

async function run(...rows: Partial<typeof ROW>[]) {
  return importFile(register, await test.folder.file('register.csv', csv(ROW, rows)), test.url, ANY_REJECTS);
}

it('rows in the own words of a register become doctors of one clinic', async () => {
  const summary = await run(
    {
      location_1_address:
        'Example Hospital Department of Emergency Medicine 700 Invented Blvd Toronto ON  M4Y 3G2',
    },
    { registration_number: '910102', name: 'Lindqvist, Per (Former name: Lindkvist), MD', status: 'Active' },
    {
      registration_number: '910104',
      name: 'Haddad, Rima, MD',
      status: 'Active as of 03 Jul 2026',
      class: 'Postgraduate Education',
      location_1_address: HOSPITAL.toUpperCase(),
    },
    {
      registration_number: '910105',
      name: "O'Neil-Tremblay, Zoé, MD, FRCPC",
      location_1_name: 'Invented Eye Centre',
      location_1_address: 'invented arts building, 1 hesperus road, thornhill, on l4j 1a1',
    },
  );
  expect(summary).toMatchObject({ created: 4, rejected: 0 });
  const directory = await directoryIn(test.url);
  const { clinics } = directory.listClinics({}).value;
  const doctors = directory.listDoctors({}).value.doctors;
  expect(
    clinics.map(({ id, name, address }) => [
      name,
      address,
      doctors.flatMap((doctor) => (doctor.clinic.id === id ? doctor.name : [])),
    ]),
  ).toEqual([
    [
      'Example Hospital',
      '700 Invented Blvd, Toronto, ON M4Y 3G2',
      ['Dr. Adaeze Ruth Okonkwo', 'Dr. Per Lindqvist', 'Dr. Rima Haddad'],
    ],
    [
      'Invented Eye Centre',
      'Invented Arts Building, 1 Hesperus Road, Thornhill, ON L4J 1A1',
      ["Dr. Zoé O'Neil-Tremblay"],
    ],
  ]);
});

it('a registration expires on the day that its status names', async () => {
  await run({});
  const summary = await run({ status: 'Expired: Resigned from membership as of 18 May 2021' });
  expect(summary).toMatchObject({ updated: 1, expired: 1, rejected: 0 });
  const directory = await directoryIn(test.url);
  expect(directory.getDoctor('910101').value.doctor).toMatchObject({
    expiredAt: '2021-05-18T05:00:00.000Z',
  });
});

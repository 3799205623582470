import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Export } from '@care-atlas/domain/contract';
import type { Bundle, Resource } from '@medplum/fhirtypes';
import fc from 'fast-check';
import { feedAllKnown, feedNothingKnown } from '../../../test/fhir-feeds.js';
import { listedRecords, recordsIn } from '../../../test/naive-mirror.js';
import { ANY_CHANGE, aRun, sourceOf, timesOf, writesOf } from '../../../test/random-runs.js';
import {
  aDoctor,
  empty,
  feedOneOfEach,
  LATER,
  NOW,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { runSync } from '../../sync/sync-run.js';
import { LocalExportStore } from '../local-export-store.js';
import { publishExport } from '../publish-export.js';
import { FHIR_TYPES } from './elements.js';
import { DELETED_FILE, fileOf } from './files.js';

const RUNS = 24;
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const DAY_MS = 86_400_000;

const database = useTestDatabase();
let folder: string;
let store: LocalExportStore;

beforeEach(async () => {
  await empty(database.url);
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-fhir-'));
  store = new LocalExportStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The resources of an export by address, and when others were deleted. The lab checks them against the definitions of FHIR. */
interface Published {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly deleted: Readonly<Record<string, string>>;
}

async function read({ datasetVersion }: Export): Promise<Published> {
  const resources: Record<string, Resource> = {};
  for (const type of FHIR_TYPES)
    for (const line of await recordsIn(store, datasetVersion, fileOf(type))) {
      const resource = line as unknown as Resource;
      expect([resource.resourceType, resource.id]).toEqual([type, expect.stringMatching(/^[\w.-]{1,64}$/)]);
      expect(resources).not.toHaveProperty([`${type}/${resource.id}`]);
      resources[`${type}/${resource.id}`] = resource;
    }
  const deleted: Record<string, string> = {};
  for (const line of await recordsIn(store, datasetVersion, DELETED_FILE)) {
    const { type, timestamp, entry } = line as unknown as Bundle;
    expect([type, entry]).toEqual([
      'transaction',
      [{ request: { method: 'DELETE', url: expect.any(String) } }],
    ]);
    deleted[entry![0]!.request!.url!] = timestamp!;
  }
  return { resources, deleted };
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'reference' ? [member as string] : referencesIn(member),
  );
}

async function publish(now = NOW): Promise<Published> {
  return read((await publishExport(database.url, store, { now })).export);
}

it(`has resources of the lists, whose references resolve, and says all that vanished (SEED=${SEED})`, async () => {
  await sync(database.url, feedOneOfEach);
  const runs = fc.sample(aRun, { numRuns: RUNS, seed: SEED });
  const times = timesOf(runs);
  const deletedAt = new Map<string, string>();
  let before: Published = { resources: {}, deleted: {} };
  let vanished = 0;
  for (const [index, { work }] of runs.entries()) {
    const at = times[index]!;
    await runSync(database.url, { source: sourceOf(work) }, at, writesOf(work, at), ANY_CHANGE).catch(
      () => undefined,
    );
    // Exports are written seldom, so that some deletions become too old.
    const now = new Date(NOW.getTime() + index * 10 * DAY_MS);
    const { export: published, isNew } = await publishExport(database.url, store, { now });
    if (!isNew) continue;
    const { resources, deleted } = await read(published);
    for (const reference of referencesIn(resources)) expect(resources).toHaveProperty([reference]);
    const { doctor, clinic, service } = await listedRecords(database.url, at);
    const addresses = Object.keys(resources);
    const ofType = (type: string) => addresses.filter((each) => each.startsWith(`${type}/`));
    const clinics = Object.keys(clinic);
    expect(ofType('Practitioner').toSorted()).toEqual(
      Object.keys(doctor)
        .map((number) => `Practitioner/cpso-${number}`)
        .toSorted(),
    );
    expect(ofType('Organization').toSorted()).toEqual(clinics.map((id) => `Organization/${id}`).toSorted());
    expect(ofType('Location').toSorted()).toEqual(clinics.map((id) => `Location/${id}`).toSorted());
    expect(ofType('HealthcareService')).toHaveLength(clinics.length + Object.keys(service).length);
    const doctors = await recordsIn(store, published.datasetVersion, 'doctors.ndjson.gz');
    expect(ofType('PractitionerRole').toSorted()).toEqual(
      doctors
        .flatMap(({ cpsoNumber, clinicIds }) =>
          (clinicIds as string[]).map((id) => `PractitionerRole/cpso-${String(cpsoNumber)}.${id}`),
        )
        .toSorted(),
    );
    for (const address of Object.keys(before.resources)) deletedAt.set(address, now.toISOString());
    for (const address of addresses) deletedAt.delete(address);
    for (const [address, time] of deletedAt)
      if (now.getTime() - Date.parse(time) > 90 * DAY_MS) deletedAt.delete(address);
    expect({ index, deleted }).toEqual({ index, deleted: Object.fromEntries(deletedAt) });
    vanished += deletedAt.size;
    before = { resources, deleted };
  }
  expect(vanished).toBeGreaterThan(RUNS);
});

it('says what is known of a record', async () => {
  await sync(database.url, feedAllKnown);
  const { resources, deleted } = await publish();
  const identifier = [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${uuid(1)}` }];
  const address = { text: '12 Birchmount Road, Toronto, ON M1N 3H5', postalCode: 'M1N 3H5' };
  const telecom = [{ system: 'phone', value: '+1-416-555-0101' }];
  const organization = { reference: `Organization/${uuid(1)}` };
  const location = [{ reference: `Location/${uuid(1)}` }];
  const name = 'Birchmount Family Health';
  const planNet = 'http://hl7.org/fhir/us/davinci-pdex-plan-net';
  const concept = (system: string, code: string, text: string) => ({
    coding: [{ system: `${planNet}/CodeSystem/${system}`, code }],
    text,
  });
  const newPatients = (valueCodeableConcept: object) => ({
    url: `${planNet}/StructureDefinition/newpatients`,
    extension: [{ url: 'acceptingPatients', valueCodeableConcept }],
  });
  const refused = newPatients({ text: 'Not accepting new patients' });
  const virtual = {
    url: `${planNet}/StructureDefinition/delivery-method`,
    extension: [
      { url: 'type', valueCodeableConcept: concept('DeliveryMethodCS', 'virtual', 'Virtual visits') },
    ],
  };
  const type = [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/organization-type', code: 'prov' }] },
  ];
  const specialty = [{ text: 'Cardiology' }, { text: 'Internal Medicine' }];
  expect(deleted).toEqual({});
  expect(
    Object.values(resources).filter(({ resourceType }) => resourceType !== 'VerificationResult'),
  ).toEqual([
    {
      resourceType: 'Organization',
      id: uuid(1),
      identifier,
      active: true,
      type,
      name,
      telecom,
      address: [address],
    },
    {
      resourceType: 'Location',
      id: uuid(1),
      extension: [
        refused,
        {
          url: `${planNet}/StructureDefinition/accessibility`,
          valueCodeableConcept: concept('AccessibilityCS', 'handiaccess', 'Wheelchair-accessible'),
        },
      ],
      identifier,
      status: 'active',
      name,
      type: [{ text: 'family-practice' }],
      telecom,
      address,
      position: { longitude: -79.26, latitude: 43.7 },
      managingOrganization: organization,
      hoursOfOperation: [
        { daysOfWeek: ['mon'], openingTime: '09:00:00', closingTime: '23:59:59' },
        { daysOfWeek: ['fri'], openingTime: '18:00:00', closingTime: '02:00:00' },
        { daysOfWeek: ['sat'], openingTime: '10:00:00' },
        { daysOfWeek: ['sun'], allDay: true },
      ],
      availabilityExceptions:
        'PH off; 2026 Dec 20-2027 Jan 03 off; Dec 24 Mo,Tu 09:00+; Easter Monday unknown',
    },
    {
      resourceType: 'HealthcareService',
      id: uuid(1),
      extension: [refused, virtual],
      active: true,
      providedBy: organization,
      location,
      name,
      telecom,
      notAvailable: [{ description: 'Closed', during: { start: '2026-12-20', end: '2027-01-03' } }],
    },
    {
      resourceType: 'HealthcareService',
      id: `${uuid(1)}.${createHash('sha256').update('Cardiology').digest('hex').slice(0, 16)}`,
      extension: [newPatients(concept('AcceptingPatientsCS', 'newpt', 'Accepting new patients'))],
      active: true,
      providedBy: organization,
      location,
      specialty: [{ text: 'Cardiology' }],
      comment: 'Wait for an appointment, as last reported: 1 week',
    },
    {
      resourceType: 'Practitioner',
      id: 'cpso-900001',
      identifier: [
        {
          use: 'official',
          system: 'https://fhir.infoway-inforoute.ca/NamingSystem/ca-on-license-physician',
          value: '900001',
        },
      ],
      active: true,
      name: [{ text: 'Dr. Éloïse Brandåvøld' }],
      telecom,
      gender: 'other',
      communication: [{ coding: [{ system: 'urn:ietf:bcp:47', code: 'fr' }], text: 'French' }],
      qualification: [{ code: { text: 'Postgraduate Education' } }],
    },
    {
      resourceType: 'PractitionerRole',
      id: `cpso-900001.${uuid(1)}`,
      active: true,
      practitioner: { reference: 'Practitioner/cpso-900001' },
      organization,
      specialty,
      location,
    },
  ]);
});

it('has nothing where nothing is known', async () => {
  await sync(database.url, feedNothingKnown);
  const { resources } = await publish();
  const members = Object.entries(resources).map(([address, resource]) => [
    address.split('/')[0],
    ...Object.keys(resource).slice(2),
  ]);
  expect(members.filter(([type]) => type !== 'VerificationResult')).toEqual([
    ['Organization', 'identifier', 'active', 'type', 'name', 'address'],
    ['Location', 'identifier', 'status', 'name', 'type', 'address', 'managingOrganization'],
    ['HealthcareService', 'active', 'providedBy', 'location', 'name'],
    ['HealthcareService', 'active', 'providedBy', 'location', 'specialty', 'comment'],
    ['Practitioner', 'identifier', 'active', 'name'],
    ['PractitionerRole', 'active', 'practitioner', 'organization', 'location'],
  ]);
  expect(resources[`Location/${uuid(1)}`]).toMatchObject({ address: { text: '2 Elm Street, Toronto' } });
});

it('says who verified a fact, how and when, also who says otherwise, under ids that stay', async () => {
  await sync(database.url, feedOneOfEach);
  const before = await publish();
  const correction = {
    kind: 'correct',
    record: 'doctor',
    key: '900001',
    given: {},
    why: 'test',
    by: 'test',
  } as const;
  const until = new Date('2027-06-02T03:59:59.999Z');
  await sync(
    database.url,
    async (writer) => {
      await writer.availability(
        [
          { accepting: true, method: 'phone', observedAt: NOW },
          { accepting: false, method: 'web', observedAt: new Date(NOW.getTime() - DAY_MS) },
        ].map((observation) => ({ subject: { clinicId: uuid(1) }, ...observation })),
      );
      await writer.doctors([aDoctor({ confirmedAt: LATER })]);
    },
    LATER,
  );
  await runSync(
    database.url,
    { source: 'corrections' },
    LATER,
    (writer) => writer.correct({ ...correction, until, fields: { languages: ['Tamil'] } }),
    ANY_CHANGE,
  );
  const after = await publish(LATER);
  const verified = ({ resources }: Published) =>
    Object.values(resources).flatMap((resource) =>
      resource.resourceType === 'VerificationResult'
        ? [
            [
              resource.target!.map(({ reference }) => reference!.split('/')[0]).join(' '),
              resource.targetLocation!.map((path) => path.replace(/http.*\//, '')).join(' '),
              resource.status,
              resource.validationProcess![0]!.text,
              resource.primarySource?.[0]?.who?.display,
              resource.lastPerformed ?? `since ${resource.statusDate}`,
              ...(resource.nextScheduled ? [resource.nextScheduled] : []),
            ].join(', '),
          ]
        : [],
    );
  const said = '2026-11-20T04:10:00.000Z';
  const doctor = 'Practitioner.active PractitionerRole.specialty';
  const unchanged = [
    `HealthcareService, HealthcareService.comment, attested, clinic_attested, test, since ${said}`,
    `Location, Location.extension('accessibility'), attested, clinic_attested, test, since ${said}`,
    `Location, Location.hoursOfOperation, attested, clinic_attested, test, since ${said}`,
    `Location, Location.telecom, attested, clinic_attested, test, since ${said}`,
  ];
  expect(verified(before)).toEqual(
    expect.arrayContaining([
      ...unchanged,
      `Location, Location.extension('newpatients'), attested, clinic_attested, test, since ${said}`,
      `Practitioner PractitionerRole, ${doctor} Practitioner.communication PractitionerRole.location, validated, register, register, 2026-11-19T04:10:00.000Z`,
    ]),
  );
  expect(verified(after).toSorted()).toEqual(
    [
      ...unchanged,
      `Location, Location.extension('newpatients'), val-fail, clinic_attested, test, since ${said}`,
      `Location, Location.extension('newpatients'), val-fail, web, test, 2026-11-19T04:10:00.000Z`,
      `Location, Location.extension('newpatients'), validated, phone_call, test, ${said}`,
      `Practitioner PractitionerRole, ${doctor} PractitionerRole.location, validated, register, register, ${LATER.toISOString()}`,
      `Practitioner, Practitioner.communication, validated, correction, corrections, ${LATER.toISOString()}, 2027-06-01`,
    ].toSorted(),
  );
  const kept = Object.keys(before.resources).filter((address) => address in after.resources);
  expect(Object.keys(after.deleted).concat(kept).toSorted()).toEqual(
    Object.keys(before.resources).toSorted(),
  );
});

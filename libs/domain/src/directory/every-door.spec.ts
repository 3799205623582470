import fc from 'fast-check';
import { aClinic, aService, DAY_MS, NOW, TODAY, uuid } from '../../test/builders.js';
import { FULL_SIZES } from '../access/tier.js';
import type { KnownAcceptance } from '../contract/answers/availability.js';
import type { SpecialistItem } from '../contract/answers/clinic-answer.js';
import type { ExportedAcceptance } from '../contract/answers/exported-availability.js';
import type { PlaceExtra } from '../contract/queries/place-query.js';
import { imageItem } from '../read-model/images/image-items.js';
import { clinicImage, serviceImage } from '../read-model/images/record-image.js';
import { buildReadModel } from '../read-model/read-model.js';
import { exportedClinic, exportedService } from '../read-model/copies/exported-records.js';
import { ANSWERS, EVIDENCE_METHODS, type Statement } from '../records/evidence.js';
import { AsOf } from '../rules/time/as-of.js';
import { Directory } from './directory.js';

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

/** The number of random histories. */
const RUNS = Number(process.env['RUNS'] ?? 200);

/** What was said of whether a clinic or a service accepts patients, by whom and when. */
const aHistory = fc.array(
  fc.record({
    accepting: fc.boolean(),
    code: fc.constantFrom(null, 'nopt' as const, 'existptonly' as const),
    method: fc.constantFrom(...EVIDENCE_METHODS.filter((method) => method !== 'correction')),
    source: fc.constantFrom('clinics', 'odhf'),
    daysAgo: fc.integer({ min: 0, max: 400 }),
    isDated: fc.boolean(),
  }),
  { maxLength: 4 },
);

it(`every door says the same of ${RUNS} random histories, and copies when they age`, () => {
  const histories = fc.sample(fc.tuple(aHistory, aHistory), { numRuns: RUNS, seed: 20_261_128 });
  const statementsOf = (fact: Statement['fact'], history: (typeof histories)[number][0]) =>
    history.map(({ accepting: value, code, method, source, daysAgo: days, isDated }): Statement => ({
      fact,
      value,
      code,
      method,
      source,
      observedAt: daysAgo(days),
      ...(!isDated && { dated: false }),
    }));
  const records = histories.map(([ofClinic, ofService], n) => {
    const newest = ofClinic.toSorted((a, b) => a.daysAgo - b.daysAgo)[0];
    const ofFirst = ofService[0];
    const clinic = aClinic({
      id: uuid(n),
      accepting: newest?.accepting ?? null,
      acceptingObserved: newest && {
        observedAt: daysAgo(newest.daysAgo),
        ...(!newest.isDated && { dated: false }),
        method: newest.method,
        source: newest.source,
        code: newest.code,
      },
      evidence: statementsOf('accepting', ofClinic),
    });
    const service = aService({
      clinicId: uuid(n),
      accepting: ofFirst?.accepting ?? null,
      evidence: statementsOf('serviceAccepting', ofService.slice(0, 1)),
    });
    return { clinic, service };
  });
  const model = buildReadModel(
    { version: '1', syncedAt: NOW },
    {
      clinics: records.map(({ clinic }) => clinic),
      services: records.map(({ service }) => service),
      doctors: [],
    },
  );
  const staff = { doctorCount: 0, languages: [], specialties: [] };
  const copies = records.map(({ clinic, service }) => ({
    clinic: exportedClinic(clinic, staff, TODAY).availability.accepting,
    service: exportedService(service, clinic, [], TODAY).serviceAvailability.accepting,
  }));
  for (const later of [0, 29, 45, 100, 300]) {
    const now = new Date(NOW.getTime() + later * DAY_MS);
    const asOf = new AsOf(now);
    const directory = new Directory(
      () => model,
      () => now,
    );
    const include: PlaceExtra[] = ['availability'];
    const { clinics } = directory.listClinics({ include }, ALL).value;
    const listed = new Map(clinics.map(({ id, availability }) => [id, availability!.accepting]));
    const services = directory.listSpecialists({ specialty: 'Cardiology', include }, ALL).value.clinics;
    const offered = new Map(services.map((each) => [each.id, each.serviceAvailability!.accepting]));
    const found = new Map(
      ANSWERS.flatMap((answer) =>
        directory
          .listClinics({ acceptance: [answer] }, ALL)
          .value.clinics.map(({ id }) => [id, answer] as const),
      ),
    );
    for (const [n, { clinic, service }] of records.entries()) {
      const { id } = clinic;
      const said = saidOf(listed.get(id)!);
      const detail = directory.getClinic(id, { include }).value.clinic.availability!.accepting;
      const [row] = directory.getClinicEvidence(id).value.evidence;
      const item = imageItem('clinic', clinicImage(clinic, []), asOf, { include: ['availability'] });
      expect({
        n,
        detail: saidOf(detail),
        opening: saidOf(item.availability!.accepting),
        copy: saidOf(agedCopy(copies[n]!.clinic, asOf)),
        found: found.get(id),
        evidence: [row!.observedAt, row!.method],
      }).toEqual({
        n,
        detail: said,
        opening: said,
        copy: said,
        found: said.answer,
        evidence: [said.observedAt, said.method],
      });
      const ofService = imageItem('service', serviceImage(clinicImage(clinic, []), service), asOf, {
        include: ['availability'],
      }) as SpecialistItem;
      const own = saidOf(offered.get(id)!);
      expect({
        n,
        opening: saidOf(ofService.serviceAvailability!.accepting),
        copy: saidOf(agedCopy(copies[n]!.service, asOf)),
      }).toEqual({ n, opening: own, copy: own });
    }
  }
});

const ALL = { ...FULL_SIZES, pageDefault: RUNS, pageMaximum: RUNS };

/** Returns what a door says of acceptance: the answer, how it is known and since when. */
function saidOf({ answer, code, method, observedAt, dated = true }: KnownAcceptance) {
  return { answer, code, method, observedAt, dated };
}

/** Returns what a copy says, by the rule of the guide. */
function agedCopy(known: ExportedAcceptance, asOf: AsOf): KnownAcceptance {
  const isExpired = known.expiresAt !== null && asOf.time > Date.parse(known.expiresAt);
  return isExpired ? Object.assign({}, known, { answer: 'unknown', code: 'unknown' } as const) : known;
}

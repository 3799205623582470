import { Chance } from '../../../test/random-directory.js';
import type { DoctorSetCriterion } from '../doctors/doctor-sets.js';
import { BitMemory, type SetCriterion } from '../memory/bit-memory.js';
import { addBit, type Bitset, emptyBitset, fullBitset, hasBit, membersOf } from '../memory/bitset.js';
import { packedLists } from '../memory/packed-lists.js';
import { matrixColumns, AffiliationMatrix } from './affiliation-matrix.js';

const chance = new Chance(20261123);

/** Returns a matrix of random practices, and the doctors of each clinic. */
function practices(clinicCount: number, doctorCount: number) {
  const doctors: number[][] = Array.from({ length: clinicCount }, () => []);
  const clinicsOf = Array.from({ length: doctorCount }, (_, doctor) => {
    // A few clinics have so many doctors that they have several bytes.
    const clinic = () => chance.below(chance.is(30) ? Math.min(clinicCount, 300) : clinicCount);
    const clinics = [...new Set(Array.from({ length: 1 + chance.below(3) }, clinic))];
    for (const at of clinics) doctors[at]!.push(doctor);
    return clinics;
  });
  const columns = { doctorsOf: packedLists(doctors), clinicsOf: packedLists(clinicsOf) };
  const memory = new BitMemory(clinicCount, 5);
  const clinics = memory.empty();
  const matrix = new AffiliationMatrix(matrixColumns(columns), columns.clinicsOf, memory, 4);
  return { doctors, clinics, matrix };
}

// Many vectors.
const [CLINICS, DOCTORS] = [9_001, 20_000];
const { doctors: doctorsOf, clinics, matrix } = practices(CLINICS, DOCTORS);

function someOf(size: number, percent: number): Bitset {
  const bits = emptyBitset(size);
  for (let i = 0; i < size; i++) if (chance.is(percent)) addBit(bits, i);
  return bits;
}

function expected(among: Bitset, criteria: readonly SetCriterion[]): number[] {
  const meets = (doctor: number) =>
    criteria.every(({ anyOf, not = false }) => anyOf.some((set) => hasBit(set, doctor)) !== not);
  return [...membersOf(among)].filter((clinic) => doctorsOf[clinic]!.some(meets));
}

function found(among: Bitset, criteria: readonly DoctorSetCriterion[]): number[] {
  clinics.set(among);
  matrix.retain(clinics, criteria);
  return [...membersOf(clinics)];
}

const [few, some, most] = [2, 20, 70].map((percent) => someOf(DOCTORS, percent)) as [Bitset, Bitset, Bitset];

describe('finds the clinics where one doctor meets all criteria', () => {
  it.each<[string, SetCriterion[]]>([
    ['one set', [{ anyOf: [few] }]],
    ['one of two sets', [{ anyOf: [few, some] }]],
    ['two sets', [{ anyOf: [few] }, { anyOf: [most] }]],
    ['a set and none of another', [{ anyOf: [some] }, { anyOf: [most], not: true }]],
    ['none of a set and one of two', [{ anyOf: [most], not: true }, { anyOf: [few, some] }]],
    ['three sets', [{ anyOf: [some] }, { anyOf: [most] }, { anyOf: [few] }]],
  ])('%s', (_, criteria) => {
    const kept = criteria.map((criterion) => ({ ...criterion, date: 0 }));
    for (const among of [fullBitset(CLINICS), someOf(CLINICS, 50), emptyBitset(CLINICS)])
      expect(found(among, kept)).toEqual(expected(among, criteria));
  });
});

it('follows a set that changes with its date', () => {
  const all = fullBitset(CLINICS);
  const changing = emptyBitset(DOCTORS);
  for (const date of [20261123, 20261124]) {
    changing.set(someOf(DOCTORS, 5));
    for (const others of [[], [{ anyOf: [most], date: 0 }]]) {
      const criteria = [{ anyOf: [changing], date }, ...others];
      expect(found(all, criteria)).toEqual(expected(all, criteria));
    }
  }
});

it('finds nothing without clinics', () => {
  const nowhere = practices(0, 0);
  nowhere.matrix.retain(nowhere.clinics, [
    { anyOf: [few], date: 0 },
    { anyOf: [some], date: 0 },
  ]);
  expect([...membersOf(nowhere.clinics)]).toEqual([]);
});

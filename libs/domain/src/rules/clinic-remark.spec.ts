import { aClinic, open } from '../../test/builders.js';
import { english } from '../messages/index.js';
import { clinicRemarks } from './clinic-remark.js';
import type { ClinicRecord } from '../records/clinic.js';

const CONFIRM = 'Confirm by phone: availability is best effort.';
const wellKnown: Partial<ClinicRecord> = {
  accepting: false,
  openingHours: open([1], 9, 17),
  wheelchair: false,
  virtualVisits: true,
};

const remarksOn = (clinic: ClinicRecord) => clinicRemarks(clinic).map(english);

describe('clinicRemarks', () => {
  it('always advises to confirm', () => {
    expect(remarksOn(aClinic(wellKnown))).toEqual([CONFIRM]);
  });

  it.each([
    [{ accepting: null }, 'Whether new patients are accepted is not known.'],
    [{ openingHours: [] }, 'The opening hours are not known.'],
    [
      { openingHours: [{ weekday: 1 as const, opens: 540, closes: null }] },
      'Opens at 09:00, and when it closes is not known.',
    ],
    [{ wheelchair: null }, 'Wheelchair access is not known.'],
    [{ virtualVisits: null }, 'Whether virtual visits are offered is not known.'],
  ])('%j', (fact, remark) => {
    expect(remarksOn(aClinic({ ...wellKnown, ...fact }))).toEqual([CONFIRM, remark]);
  });

  it('states the age of open data', () => {
    const openDataAt = new Date('2020-08-07T00:00:00Z');
    expect(remarksOn(aClinic({ ...wellKnown, origin: 'open-data', openDataAt }))).toEqual([
      'The record comes from open data of 2020-08-07.',
      CONFIRM,
    ]);
  });

  it('states what the source says about the hours, next to them', () => {
    const hoursNote = 'Hours on public holidays: closed.';
    expect(remarksOn(aClinic({ ...wellKnown, openingHours: [], hoursNote, wheelchair: null }))).toEqual([
      CONFIRM,
      'The opening hours are not known.',
      hoursNote,
      'Wheelchair access is not known.',
    ]);
  });

  it('states that a position is approximate, and what is not known for that reason', () => {
    expect(remarksOn(aClinic({ ...wellKnown, positionSource: 'postal-area' }))).toEqual([
      CONFIRM,
      'The position is the centre of the postal area.',
      'Whether a subway station is near is not known.',
    ]);
  });

  it.each([
    ['phone', 'Acceptance last observed 2026-10-03 by phone.'],
    ['', 'Acceptance last observed 2026-10-03.'],
  ])('states when acceptance was observed, and how if known: "%s"', (method, remark) => {
    const acceptingObserved = { observedAt: new Date('2026-10-04T01:12:00Z'), method };
    expect(remarksOn(aClinic({ ...wellKnown, acceptingObserved }))).toEqual([CONFIRM, remark]);
  });

  /** An evening in Toronto, when it is the next day in UTC. */
  const day = (n: number) => new Date(Date.UTC(2026, 9, n + 1, 1, 12));
  const attested = { source: 'clinics', method: 'clinic_attested' } as const;
  const list = { ...attested, dated: false } as const;
  const call = { source: 'availability', method: 'phone_call' } as const;
  it.each<[string, Partial<ClinicRecord>, string]>([
    [
      'a call that a list without a date hides',
      {
        accepting: true,
        acceptingObserved: { observedAt: day(3), method: '', dated: false },
        evidence: [{ fact: 'accepting', value: false, observedAt: day(2), ...call }],
      },
      'Another source says that new patients are not accepted: observed 2026-10-02 by phone.',
    ],
    [
      'a list without a date that a call hides',
      {
        accepting: false,
        acceptingObserved: { observedAt: day(3), method: 'phone' },
        evidence: [{ fact: 'accepting', value: true, observedAt: day(2), ...list }],
      },
      'Another source says that new patients are accepted: listed since 2026-10-02.',
    ],
    [
      'another row of one list',
      {
        accepting: true,
        acceptingObserved: { observedAt: day(3), method: '', dated: false },
        evidence: [{ fact: 'accepting', value: false, observedAt: day(3), ...list }],
      },
      'Another source says that new patients are not accepted: listed since 2026-10-03.',
    ],
  ])('names %s', (_what, facts, remark) => {
    expect(remarksOn(aClinic({ ...wellKnown, ...facts }))[2]).toBe(remark);
  });

  it.each([
    ['says the same', { value: true, observedAt: day(2), ...call }],
    ['is of the same method, and earlier', { value: false, observedAt: day(2), ...attested }],
    ['had expired before', { value: false, observedAt: new Date('2026-01-01'), ...call }],
  ])('names no source that %s', (_what, said) => {
    const acceptingObserved = { observedAt: day(3), method: 'clinic' };
    const evidence = [{ fact: 'accepting' as const, ...said }];
    expect(remarksOn(aClinic({ ...wellKnown, accepting: true, acceptingObserved, evidence }))).toHaveLength(
      2,
    );
  });

  it('states since when acceptance is listed where the source gives no date', () => {
    const acceptingObserved = {
      observedAt: new Date('2026-10-04T01:12:00Z'),
      dated: false,
      method: '',
    } as const;
    const remark = 'Acceptance listed since 2026-10-03.';
    expect(remarksOn(aClinic({ ...wellKnown, acceptingObserved }))).toEqual([CONFIRM, remark]);
  });

  it('states first that a clinic is invented', () => {
    const remarks = remarksOn(aClinic({ ...wellKnown, origin: 'sample' }));
    expect(remarks).toEqual(['Sample record: invented for demonstration.', CONFIRM]);
  });
});

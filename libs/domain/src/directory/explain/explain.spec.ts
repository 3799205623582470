import { aClinic, aDoctor, aService, NOW, open, uuid } from '../../../test/builders.js';
import { type ExplainedList, type ListParameters } from '../../contract/explanation.js';
import { DirectoryError } from '../../contract/error.js';
import { UNKNOWN_REGISTRATION } from '../../records/registration.js';
import { ReadModelBuilder } from '../../read-model/read-model.js';
import { Directory } from '../directory.js';

describe('the explanation of', () => {
  const [here, far, gone] = [uuid(1), uuid(2), uuid(9)] as const;
  const builder = new ReadModelBuilder({ version: '1', syncedAt: new Date('2026-11-20T06:00:00Z') });
  const clinics = [
    aClinic({ openingHours: [...open([1], 9, 17), { weekday: 2, opens: 540, closes: null }] }),
    aClinic({
      id: far,
      name: 'Kipling Health',
      lat: 43.6375,
      lng: -79.5361,
      accepting: false,
      website: 'https://k.example',
    }),
  ];
  clinics.forEach((clinic) => builder.addClinic(clinic));
  builder.addClosure(gone, new Date('2026-10-05T08:00:00Z'));
  builder.addMergedClinic(uuid(8), gone);
  builder.addMergedClinic(uuid(7), far);
  for (const doctor of [
    aDoctor({
      gender: 'female',
      languages: ['Tamil'],
      registration: { ...UNKNOWN_REGISTRATION, class: 'Independent Practice' },
    }),
    aDoctor({
      registrationNumber: '900002',
      name: 'Dr. Li Chen',
      gender: 'male',
      languages: ['French'],
      registration: { ...UNKNOWN_REGISTRATION, class: 'Postgraduate Education' },
    }),
    aDoctor({ registrationNumber: '900003', clinicIds: [far] }),
    aDoctor({ registrationNumber: '900004', expiredAt: new Date('2026-11-01T06:30:00Z') }),
  ])
    builder.addDoctor(doctor);
  builder.addService(aService({ accepting: false }));
  builder.addService(aService({ clinicId: far, specialty: 'Dermatology' }));
  const model = builder.build();
  const small = new Directory(
    () => model,
    () => NOW,
  );
  const explain = (list: ExplainedList, id: string, query: ListParameters) =>
    small.explainAbsence({ ...query, list, id }).value;
  const failedIn = (list: ExplainedList, id: string, query: ListParameters) =>
    explain(list, id, query).failed.map(({ param, wanted, has, reason }) => [param, wanted, has, reason]);

  it('a record that the list has', () => {
    expect(explain('doctors', '900003', {})).toEqual({
      record: 'listed',
      included: true,
      position: 1,
      failed: [],
      relax: [],
    });
    expect(explain('doctors', '900003', { offset: 1, limit: 1 }).note).toBeUndefined();
    expect(explain('doctors', '900003', { limit: 1 }).note).toBe('beyond_page');
    expect(explain('doctors', '900003', { offset: 2 }).note).toBe('beyond_page');
    expect(explain('doctors', '900003', { ids: ['900003', '900001'] }).position).toBe(0);
  });

  it('a record that is not listed', () => {
    const absent = { included: false, position: null, relax: [] };
    const ended = (has: string, reason: string) => [{ param: 'id', wanted: 'listed', has, reason }];
    expect(explain('doctors', '900004', { languages: ['Tamil'] })).toEqual({
      record: 'expired',
      failed: ended('2026-11-01T06:30:00.000Z', 'registration_expired'),
      ...absent,
    });
    const closed = {
      record: 'closed',
      failed: ended('2026-10-05T08:00:00.000Z', 'clinic_closed'),
      ...absent,
    };
    expect(explain('clinics', gone.toUpperCase(), {})).toEqual(closed);
    expect(explain('specialists', gone, { specialty: 'Cardiology' })).toEqual(closed);
    expect(explain('clinics', uuid(8), {})).toEqual({
      ...closed,
      warnings: [expect.stringContaining('merged')],
    });
    for (const [list, id] of [
      ['doctors', 'x'],
      ['doctors', here],
      ['clinics', '900001'],
    ] as const)
      expect(explain(list, id, { gender: 'male' })).toEqual({ record: 'unknown', failed: [], ...absent });
  });

  it('a merged clinic is that of the clinic that answers for it', () => {
    expect(explain('clinics', uuid(7), {})).toMatchObject({
      record: 'listed',
      position: 1,
      warnings: [`Clinic ${uuid(7)} was merged into clinic ${far}, which this answer is about.`],
    });
  });

  it.each<[ExplainedList, string, ListParameters, unknown[][]]>([
    [
      'doctors',
      '900001',
      { languages: ['Farsi', 'French'] },
      [['languages', ['Farsi', 'French'], ['Tamil'], 'value_differs']],
    ],
    ['doctors', '900003', { gender: 'female' }, [['gender', 'female', null, 'value_unknown']]],
    ['doctors', '900002', { independent: true }, [['independent', true, false, 'value_differs']]],
    ['doctors', '900003', { independent: true }, [['independent', true, null, 'value_unknown']]],
    ['clinics', far, { independent: true }, [['independent', true, [], 'value_unknown']]],
    [
      'clinics',
      here,
      { independent: true, gender: 'male' },
      [['gender', 'male', ['female', 'male'], 'not_the_same_doctor']],
    ],
    ['doctors', '900001', { accepting: true }, [['accepting', true, null, 'value_unknown']]],
    ['doctors', '900003', { accepting: true }, [['accepting', true, false, 'value_differs']]],
    [
      'doctors',
      '900001',
      { minYears: 20, maxYears: 10 },
      [
        ['minYears', 20, 16, 'value_differs'],
        ['maxYears', 10, 16, 'value_differs'],
      ],
    ],
    ['doctors', '900003', { near: 'M1N', within: 5 }, [['within', 5, 24.018, 'too_far']]],
    ['doctors', '900003', { days: ['mon'] }, [['days', ['mon'], null, 'value_unknown']]],
    [
      'doctors',
      '900001',
      { days: ['mon'], openAt: '18:00' },
      [['openAt', '18:00', ['mon 09:00-17:00', 'tue 09:00-'], 'value_differs']],
    ],
    [
      'doctors',
      '900001',
      { days: ['tue'], openAt: '18:00' },
      [['openAt', '18:00', ['mon 09:00-17:00', 'tue 09:00-'], 'value_unknown']],
    ],
    [
      'doctors',
      '900001',
      { days: ['sun'], openAt: '10:00' },
      [['days', ['sun'], ['mon 09:00-17:00', 'tue 09:00-'], 'value_differs']],
    ],
    [
      'doctors',
      '900001',
      { evening: true },
      [['evening', true, ['mon 09:00-17:00', 'tue 09:00-'], 'value_unknown']],
    ],
    [
      'doctors',
      '900001',
      { area: ['Mississauga'], clinicType: ['walk-in'] },
      [
        ['clinicType', ['walk-in'], 'family-practice', 'value_differs'],
        ['area', ['Mississauga'], 'M1N', 'value_differs'],
      ],
    ],
    ['doctors', '900001', { nearTTC: true }, [['nearTTC', true, false, 'value_differs']]],
    [
      'doctors',
      '900001',
      { clinic: far, ids: ['900003'] },
      [
        ['clinic', far, [here], 'value_differs'],
        ['ids', ['900003'], '900001', 'value_differs'],
      ],
    ],
    ['doctors', '900001', { clinic: gone }, [['clinic', gone, [here], 'clinic_closed']]],
    [
      'doctors',
      '900001',
      { specialty: 'Cardiology' },
      [['specialty', 'Cardiology', ['Family Medicine'], 'value_differs']],
    ],
    // The alias counts only without the parameter.
    [
      'doctors',
      '900001',
      { languages: ['French'], language: ['Tamil'] },
      [['languages', ['French'], ['Tamil'], 'value_differs']],
    ],
    [
      'doctors',
      '900001',
      { languages: ['French'], language: ['Farsi'] },
      [
        ['languages', ['French'], ['Tamil'], 'value_differs'],
        ['language', ['Farsi'], ['Tamil'], 'value_differs'],
      ],
    ],
    ['search', '900001', { q: 'okaffor' }, [['q', 'okaffor', 'Dr. Amara Okafor', 'value_differs']]],
    ['search', '900001', { q: 'okaffor', match: 'forgiving' }, []],
    [
      'clinics',
      here,
      { gender: 'female', languages: ['French'] },
      [['gender', 'female', ['female', 'male'], 'not_the_same_doctor']],
    ],
    [
      'clinics',
      here,
      { gender: 'male', languages: ['Hindi'] },
      [['languages', ['Hindi'], ['Tamil', 'French'], 'value_differs']],
    ],
    ['clinics', far, { gender: 'male' }, [['gender', 'male', [], 'value_unknown']]],
    [
      'clinics',
      here,
      { hasWebsite: true, q: 'kipling' },
      [
        ['q', 'kipling', 'Birchmount Family Health', 'value_differs'],
        ['hasWebsite', true, null, 'value_unknown'],
      ],
    ],
    [
      'specialists',
      here,
      { specialty: 'Dermatology' },
      [['specialty', 'Dermatology', ['Cardiology'], 'value_differs']],
    ],
    [
      'specialists',
      here,
      { specialty: 'Cardiology', accepting: true },
      [['accepting', true, false, 'value_differs']],
    ],
    [
      'specialists',
      far,
      { specialty: 'Dermatology', accepting: true },
      [['accepting', true, false, 'value_differs']],
    ],
  ])('%s %s %j', (list, id, query, failed) => {
    expect(failedIn(list, id, query)).toEqual(failed);
  });

  it('a query whose words and places are read says how', () => {
    const { interpreted, warnings } = explain('doctors', '900001', {
      languages: ['Farsi'],
      near: 'Kipling',
      specialties: ['Alchemy'],
      limit: 500,
    });
    expect(interpreted!.map(({ param }) => param)).toEqual(['languages', 'near']);
    expect(warnings).toEqual([
      "No listed doctor has the specialty 'Alchemy'.",
      "No listed doctor speaks 'Persian'.",
      'The limit 500 was capped at 100.',
    ]);
  });

  it.each<[ExplainedList, ListParameters, string[]]>([
    ['search', {}, ['q']],
    ['specialists', {}, ['specialty']],
    ['doctors', { sort: 'wait', gender: 'x' as 'male', minYears: -1 }, ['gender', 'minYears', 'sort']],
    ['clinics', { within: 5 }, ['within']],
    ['clinics', { near: 'Atlantis' }, ['near']],
  ])('an invalid query of %s is the error of the list: %j', (list, query, params) => {
    const refused = thrownBy(() => explain(list, '900001', query));
    expect(refused.details!.map(({ param }) => param).toSorted()).toEqual(params);
  });

  it('a parameter that the list does not take warns as the list does', () => {
    expect(explain('doctors', '900001', { hasWebsite: true }).warnings).toEqual([
      "Unknown parameter 'hasWebsite' was ignored.",
    ]);
  });
});

function thrownBy(request: () => unknown): DirectoryError {
  try {
    request();
  } catch (error) {
    if (error instanceof DirectoryError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

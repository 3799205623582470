import { NO_NOTES, rowOf } from '../../test/input-row.js';
import { Calendar, parseTime } from './dates/calendar.js';
import { doctorNameOf } from '../values/person-name.js';
import { postalCodeOf, withPostalCode } from '../values/postal-code.js';
import { registrationStatusOf } from '../values/registration-status.js';
import { wordTable } from '../values/word-table.js';
import { abbreviatedAuthor } from '../values/review-author.js';
import { telephoneOf } from '../values/telephone.js';
import { VocabularyReader } from '../values/vocabulary.js';
import { webAddressOf } from '../values/web-address.js';

describe('a telephone number', () => {
  it.each([
    ['416-555-0123', '+1-416-555-0123'],
    ['(416) 555-0123', '+1-416-555-0123'],
    ['+1 416 555 0123', '+1-416-555-0123'],
    ['1.416.555.0123', '+1-416-555-0123'],
    ['416-555-0123 x12', '+1-416-555-0123 ext. 12'],
    ['416 555 0123, ext. 5', '+1-416-555-0123 ext. 5'],
    ['+1 416 555 0123; +1 416 555 0124', '+1-416-555-0123'],
    ['', ''],
  ])('%s is %s', (phone, normalized) => {
    expect(telephoneOf(rowOf({ phone }), 'phone', NO_NOTES)).toBe(normalized);
  });

  it.each([
    '555-0123',
    '416-555-012',
    '+44 20 7946 0958',
    'none',
    '016-555-0123',
    '+44 416 555 0123',
    'Fax 416-555-0123',
    '416-555-01234',
  ])('%s is refused', (phone) => {
    expect(() => telephoneOf(rowOf({ phone }), 'phone', NO_NOTES)).toThrow(
      /^phone is ".*", but must be a telephone number/,
    );
  });
});

it('a long value is cut between characters in a message', () => {
  const phone = `${'a'.repeat(59)}\u{1F600}${'b'.repeat(9)}`;
  expect(() => telephoneOf(rowOf({ phone }), 'phone', NO_NOTES)).toThrow(`"${'a'.repeat(59)}…"`);
});

describe('an address on the web', () => {
  it.each([
    ['https://maple.example/a?b=c', 'https://maple.example/a?b=c'],
    ['http://maple.example', 'http://maple.example'],
    ['maple.example/eyes', 'https://maple.example/eyes'],
    ['', ''],
  ])('%s is %s', (url, address) => {
    expect(webAddressOf(rowOf({ url }), 'url')).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://maple.example',
    'maple',
    'https://me:secret@maple.example',
    'https://',
  ])('%s is refused', (url) => {
    expect(() => webAddressOf(rowOf({ url }), 'url')).toThrow('must be a web address');
  });

  it('for appointments has to be https', () => {
    expect(() => webAddressOf(rowOf({ url: 'http://maple.example' }), 'url', ['https:'])).toThrow(
      'must be a web address that starts with https://.',
    );
  });
});

describe('a postal code', () => {
  it.each([
    ['m5v3a8', 'M5V 3A8'],
    ['M5V-3A8', 'M5V 3A8'],
    ['', ''],
  ])('%s is %s', (code, normalized) => {
    expect(postalCodeOf(rowOf({ code }), 'code')).toBe(normalized);
  });

  it.each(['D5V 3A8', 'M5V 3O8', 'M5V', '90210'])('%s is refused', (code) => {
    expect(() => postalCodeOf(rowOf({ code }), 'code')).toThrow('must be a postal code such as M5V 3A8.');
  });

  it('is at the end of an address once', () => {
    expect(withPostalCode('1 Front Street, Toronto, ON', 'M5V 3A8')).toBe(
      '1 Front Street, Toronto, ON M5V 3A8',
    );
    expect(withPostalCode('1 Front Street, Toronto, ON m5v3a8', 'M5V 3A8')).toBe(
      '1 Front Street, Toronto, ON m5v3a8',
    );
    expect(withPostalCode('1 Front Street', '')).toBe('1 Front Street');
  });
});

describe("a doctor's name", () => {
  const COLUMNS = ['name', 'first_name', 'last_name'];

  it.each([
    [{ name: 'Amara Okafor' }, 'Dr. Amara Okafor'],
    [{ name: 'dr amara  Okafor' }, 'Dr. amara Okafor'],
    [{ name: 'Dr. Amara Okafor, MD' }, 'Dr. Amara Okafor'],
    [{ name: 'Okafor, Amara' }, 'Dr. Amara Okafor'],
    [{ name: 'Drummond, Ann' }, 'Dr. Ann Drummond'],
    [{ first_name: 'Éloïse', last_name: 'Tremblay-Roy' }, 'Dr. Éloïse Tremblay-Roy'],
    [{ last_name: 'Suharto' }, 'Dr. Suharto'],
    [{ first_name: 'Jong-su', last_name: 'Na' }, 'Dr. Jong-su Na'],
    [{ first_name: 'Ann', last_name: 'Null' }, 'Dr. Ann Null'],
    [{ first_name: 'n/a', last_name: 'Suharto' }, 'Dr. Suharto'],
  ])('%j is %s', (values, name) => {
    expect(doctorNameOf(rowOf(values as Record<string, string>, ...COLUMNS), NO_NOTES)).toBe(name);
  });

  it.each([{ name: '' }, { name: 'Dr.' }, { name: '12' }, { name: 'N/A' }])('%j is refused', (values) => {
    expect(() => doctorNameOf(rowOf(values, ...COLUMNS), NO_NOTES)).toThrow(/^name is .*, but must be/);
  });
});

describe('the author of a review', () => {
  it.each([
    ['Maria Gonzalez Perez', 'Maria G.'],
    ['Maria G.', 'Maria G.'],
    ['maria', 'maria'],
    ['Gonzalez, Maria', 'Maria G.'],
    ['Mrs. Maria Gonzalez', 'Maria G.'],
    ['Jean-Luc d’Arcy', 'Jean-Luc D.'],
    ['Éva Ångström', 'Éva Å.'],
    ['王小明', '王.'],
    ['maria.gonzalez@example.org', 'Anonymous'],
    ['@mgonzalez84', 'Anonymous'],
    ['416-555-0123', 'Anonymous'],
    ['', 'Anonymous'],
  ])('%s is kept as %s', (author, kept) => {
    expect(abbreviatedAuthor(author)).toBe(kept);
  });
});

describe('a date', () => {
  const calendar = new Calendar(new Date('2026-11-20T03:00:00Z'));

  it('may be the day in Toronto, and no later one', () => {
    expect(calendar.day(rowOf({ date: '2026-11-19' }), 'date')).toBe('2026-11-19');
    expect(() => calendar.day(rowOf({ date: '2026-11-20' }), 'date')).toThrow(
      'must be a day from 1900-01-01',
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '19.11.2026', '1899-12-31', 'yesterday'])(
    '%s is refused',
    (date) => {
      expect(() => calendar.day(rowOf({ date }), 'date')).toThrow(`date is "${date}", but must be a day`);
    },
  );

  it.each([
    ['2009', '2009-07-01'],
    ['2009-03', '2009-03-01'],
    ['2024-02-29', '2024-02-29'],
    ['2026', '2026-07-01'],
  ])('may be approximate: %s is %s', (date, day) => {
    expect(calendar.approximateDay(rowOf({ date }), 'date')).toBe(day);
  });

  it.each([
    ['2019-03-01', true],
    ['2019-03', true],
    ['2019', true],
    ['2026-11-18', true],
    ['2026-11-19', false],
    ['2026-11', false],
    ['2026', false],
    ['2031', false],
    ['2010s', true],
    ['2020s', false],
    ['C19', true],
    ['~2019', true],
    ['before 2019-05', true],
    ['2015..2031', false],
    ['2019-03-01T10:00:00Z', true],
    ['2019-02-30', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('ends a place when it is over: %s, %s', (date, ended) => {
    expect(calendar.hasEnded(date)).toBe(ended);
  });

  it('that is a day means its first hour in Toronto, but no later than now', () => {
    expect(calendar.time(rowOf({ at: '2026-11-18' }), 'at')).toEqual(new Date('2026-11-18T05:00:00Z'));
    expect(calendar.time(rowOf({ at: '2026-11-19T10:00:00-05:00' }), 'at')).toEqual(
      new Date('2026-11-19T15:00:00Z'),
    );
    expect(() => calendar.time(rowOf({ at: '2026-11-20T03:00:01Z' }), 'at')).toThrow('a time up to now');
  });

  it.each([
    'Nov 18 2026',
    'November 18, 2026',
    '18 nov. 2026',
    '18-Nov-2026',
    '18 novembre 2026',
    '2026/11/18',
    '20261118',
  ])('%s is a day that can be read in one way only', (text) => {
    expect(calendar.day(rowOf({ at: text }), 'at')).toBe('2026-11-18');
    expect(calendar.approximateDay(rowOf({ at: text }), 'at')).toBe('2026-11-18');
    expect(calendar.time(rowOf({ at: text }), 'at')).toEqual(new Date('2026-11-18T05:00:00Z'));
  });

  it.each([
    ['18 février 2026', '2026-02-18'],
    ['18 FÉVR. 2026', '2026-02-18'],
    ['1er août 2026', '2026-08-01'],
    ['3 aout 2026', '2026-08-03'],
    ['5 mars 2026', '2026-03-05'],
    ['2 avr. 2026', '2026-04-02'],
    ['9 mai 2026', '2026-05-09'],
    ['30 juin 2026', '2026-06-30'],
    ['14 juil. 2026', '2026-07-14'],
    ['31-déc.-2025', '2025-12-31'],
    ['de\u0301c. 31, 2025', '2025-12-31'],
  ])('%s is the day %s', (text, day) => {
    expect(calendar.day(rowOf({ at: text }), 'at')).toBe(day);
  });

  it.each(['3 jui 2026', '3 brumaire 2026', '1er 2026'])('%s has no month', (text) => {
    expect(() => calendar.day(rowOf({ at: text }), 'at')).toThrow('in one way only');
  });

  it.each([
    ['11/18/2026', ['2026-11-18']],
    ['11/12/2026', []],
    ['46344', ['2026-11-18']],
    ['99999', []],
    ['soon', []],
    ['Nov 31 2026', []],
  ])('%s is none, but may be meant as %j', (text, suggestions) => {
    for (const read of ['day', 'approximateDay', 'time'] as const) {
      const row = rowOf({ at: text });
      row.field('at', undefined, () => calendar[read](row, 'at'));
      expect(row.notes[0]).toMatchObject({ suggestions, reason: expect.stringContaining('in one way only') });
    }
  });

  it.each(['2026-11-19T10:00', '2026-11-31T10:00Z', 'now'])('%s is not a time', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('a status of the register', () => {
  it.each([
    ['Active', { isActive: true, since: '' }],
    ['ACTIVE MEMBER', { isActive: true, since: '' }],
    ['Active as of 01 Jul 2009', { isActive: true, since: '2009-07-01' }],
    ['Active, effective July 1, 2009', { isActive: true, since: '2009-07-01' }],
    ['Expired: Resignation from membership', { isActive: false, since: '' }],
    ['Expired: Resigned from membership as of 18 May 2021', { isActive: false, since: '2021-05-18' }],
    ['Suspended (as of 2021-05-18)', { isActive: false, since: '2021-05-18' }],
    ['Suspended as of last week', undefined],
    ['Active as of 01 Jul 2009, suspended as of 18 May 2021', undefined],
    ['Active as of 01 Jul 2009 until 30 Jun 2021', undefined],
    ['Active since 2009; suspended 18 May 2021', undefined],
    ['Suspended as of 2021-05-18.', { isActive: false, since: '2021-05-18' }],
    ['suspended', { isActive: false, since: '' }],
    ['Revoked', { isActive: false, since: '' }],
    ['Deceased', { isActive: false, since: '' }],
    ['Actve', undefined],
    ['Actve as of 01 Jul 2009', undefined],
    ['', undefined],
  ])('%s', (status, meaning) => {
    expect(registrationStatusOf(status)).toEqual(meaning);
  });
});

describe('names of the directory', () => {
  it.each([
    ['language', 'Farsi|Panjabi; Filipino', ['Persian', 'Punjabi', 'Tagalog']],
    ['language', 'mandarin|Cantonese|Chinese', ['Mandarin', 'Cantonese', 'Chinese']],
    ['language', 'Persian|Farsi', ['Persian']],
    [
      'specialty',
      'GP|ENT|Paediatrics',
      ['Family Medicine', 'Otolaryngology - Head and Neck Surgery', 'Pediatrics'],
    ],
    ['language', 'Anglais; Tamoul', ['English', 'Tamil']],
    ['language', 'EN; FR', ['English', 'French']],
    ['language', 'ar, ta', ['Arabic', 'Tamil']],
    ['language', 'Ga', ['Ga']],
    ['language', 'en;no', ['English', 'Norwegian']],
    ['specialty', 'Cardiologie', ['Cardiology']],
    ['specialty', 'cardiology', ['Cardiology']],
    ['specialty', 'ob-gyn|Anaesthetist', ['Obstetrics and Gynecology', 'Anesthesiology']],
    ['specialty', '', []],
    ['language', 'English; ?', ['English']],
    ['specialty', 'n/a|Cardiology|-', ['Cardiology']],
  ] as const)('%s: %s is %j', (kind, text, names) => {
    expect(new VocabularyReader(kind).listOf(rowOf({ text }), 'text')).toEqual(names);
  });

  it('no alone is no language', () => {
    expect(() => new VocabularyReader('language').listOf(rowOf({ text: 'no' }), 'text')).toThrow(
      'must be a language of the directory',
    );
  });

  it('are rejected with the nearest name', () => {
    const specialties = new VocabularyReader('specialty');
    expect(() => specialties.listOf(rowOf({ specialties: 'Spa|Dermatolgy' }), 'specialties')).toThrow(
      'specialties is "Spa|Dermatolgy", but must be a specialty of the directory ' +
        '(did you mean "Dermatology" instead of "Dermatolgy"?).',
    );
    // An everyday word is no name in a register, and what stands for several fields is no name of one.
    expect(() => specialties.nameOf(rowOf({ text: 'heart doctor' }), 'text')).toThrow(
      '(did you mean "Cardiology" instead of "heart doctor"?)',
    );
    expect(() => specialties.nameOf(rowOf({ text: 'Oncology' }), 'text')).toThrow(
      'must be a specialty of the directory.',
    );
    expect(() => specialties.nameOf(rowOf({ text: 'Cardiology, Neurology' }), 'text')).toThrow(
      'text is "Cardiology, Neurology", but must be one specialty of the directory.',
    );
    expect(specialties.nameOf(rowOf({ text: 'Neurology (Pediatric)' }), 'text')).toBe('Pediatric Neurology');
  });
});

describe('a list with words that the directory does not know', () => {
  function read(kind: 'language' | 'specialty', list: string) {
    const row = rowOf({ list });
    return { names: new VocabularyReader(kind).listOf(row, 'list'), row };
  }

  it.each([
    ['language', 'English|Urdu|Klingon', ['English', 'Urdu'], ['Klingon']],
    ['language', 'Elvish;English;Klingon', ['English'], ['Elvish', 'Klingon']],
    ['language', 'English, Urdu and Klingon', ['English', 'Urdu'], ['Klingon']],
    [
      'specialty',
      'Family Medicine, Family Medicine (Yoga, Spa)',
      ['Family Medicine'],
      ['Family Medicine (Yoga, Spa)'],
    ],
    ['specialty', 'Obstetrics and Gynecology', ['Obstetrics and Gynecology'], []],
    ['specialty', 'Cardiology|Spa and Wellness', ['Cardiology'], ['Spa and Wellness']],
  ] as const)('keeps the others: %s %s', (kind, list, known, unknown) => {
    const { names, row } = read(kind, list);
    expect(names).toEqual(known);
    expect(row.notes.map(({ value, isRead }) => [value, isRead])).toEqual(
      unknown.map((word) => [word, true]),
    );
    expect(row.kept).toEqual([]);
  });

  it('names each of them, with the name that was probably meant', () => {
    const { notes } = read('specialty', 'Cardiology|Dermatolgy|Urology (Yoga)|Spa').row;
    expect(notes.map(({ reason }) => reason)).toEqual([
      'list has "Dermatolgy", but must be a specialty of the directory (did you mean "Dermatology" instead of "Dermatolgy"?). The rest of the list is used.',
      'list has "Urology (Yoga)", but must be a specialty of the directory (did you mean "Urology" instead of "Urology (Yoga)"?). The rest of the list is used.',
      'list has "Spa", but must be a specialty of the directory. The rest of the list is used.',
    ]);
  });
});

describe('a key', () => {
  it.each(['NA', 'N/A', 'n/a', 'none', 'None', 'unknown', 'S/O', 'aucun', '-', ' NA '])(
    'is none where the source says %j',
    (id) => expect(rowOf({ id }).key('id')).toBe(''),
  );

  it.each(['NA-12', 'none/3', 'node/123', '\u00A0 7'])('is exactly %j', (id) =>
    expect(rowOf({ id }).key('id')).toBe(id),
  );
});

test('a word table refuses a meaning that the column does not have', () => {
  expect(wordTable('wheelchair', ['yes', 'no']).get('limited')).toBe('no');
  expect(() => wordTable('wheelchair', ['yes'])).toThrow(
    'words.csv: "no" is no meaning of "limited" in wheelchair.',
  );
});

it.each([
  ['Oui', true],
  ['O', true],
  ['vrai', true],
  ['NON', false],
  ['faux', false],
])('%s is yes: %s', (text, meaning) => {
  expect(rowOf({ text }).yesNo('text')).toBe(meaning);
});

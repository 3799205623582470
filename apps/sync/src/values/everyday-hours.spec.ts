import { noteOf } from './hours/remarks.js';
import { clock } from '@care-atlas/domain/records';
import { OpeningHoursReader } from './opening-hours.js';

const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));

const read = (text: string) => reader.weekOf(text)!;

/** "12345 09:00-17:00; 6 10:00-14:00": the weekdays that share their spans. */
function weekOf(text: string): string {
  const { hours } = read(text);
  const spans = Map.groupBy(hours, ({ weekday }) => weekday);
  const days = Map.groupBy([...spans.keys()], (weekday) =>
    spans
      .get(weekday)!
      .map(({ opens, closes }) => `${clock(opens)}${closes === null ? '+' : `-${clock(closes)}`}`)
      .join(' '),
  );
  return Array.from(days, ([times, weekdays]) => `${weekdays.join('')} ${times}`).join('; ');
}

describe('is read as people mean it', () => {
  it.each([
    ['Mo-Fr 9-5', '12345 09:00-17:00'],
    ['M-F 9-5', '12345 09:00-17:00'],
    ['MWF 9-5', '135 09:00-17:00'],
    ['Mo-Fr 09:00-05:00', '12345 09:00-17:00'],
    ['Mo-Fr 9am-5', '12345 09:00-17:00'],
    ['Mo-Fr 9:00-12:00 13:00-5:00', '12345 09:00-12:00 13:00-17:00'],
    ['Mo-Fr 09:00-12:00,13:00-05:00', '12345 09:00-12:00 13:00-17:00'],
    ['Mo-Fr 9:00-12:00, 1:00-5:00', '12345 09:00-12:00 13:00-17:00'],
    ['M-Th 9-7, F 9-4, Sa 10-2', '1234 09:00-19:00; 5 09:00-16:00; 6 10:00-14:00'],
    ['Mo-Fr 1-5', '12345 13:00-17:00'],
    ['Mo-Fr 2-6', '12345 14:00-18:00'],
    ['Mo-Fr 4-9pm', '12345 16:00-21:00'],
    ['Mo-Fr 8-8pm', '12345 08:00-20:00'],
    ['Mo-Fr 12-8', '12345 12:00-20:00'],
    ['Monday - Friday 9 - noon, 1 - 5', '12345 09:00-12:00 13:00-17:00'],
    ['Mon–Thu 8:30–4:30, Fri 8:30–noon', '1234 08:30-16:30; 5 08:30-12:00'],
    ['Mo-Fr 830-430', '12345 08:30-16:30'],
    ['Mo-Fr 09:00-05:00; Sa 12:00-04:00', '12345 09:00-17:00; 6 12:00-16:00'],
    ['9-5 Mon-Fri, 10-2 Sat', '12345 09:00-17:00; 6 10:00-14:00'],
    ['9-5 daily', '1234567 09:00-17:00'],
    ['Mon 9-12; Mon 1-5', '1 09:00-12:00 13:00-17:00'],
    ['Mon-Fri 9-5, Wed 9-8', '1245 09:00-17:00; 3 09:00-20:00'],
    ['Mo-Fr 8-5, closed 12-1', '12345 08:00-12:00 13:00-17:00'],
    ['Mo-Fr 9-5 (closed Wed)', '1245 09:00-17:00'],
  ])('%s, and says so', (text, week) => {
    expect(weekOf(text)).toBe(week);
    expect(read(text).remarks[0]).toMatch(/^The source says ".*", read as \S/);
    expect(read(text)).toMatchObject({ doubt: '', isClosed: false });
  });

  it.each([
    ['08:00-20:00', '1234567 08:00-20:00', 'Mon-Sun 08:00-20:00'],
    ['08:00-12:00, 13:00-17:00', '1234567 08:00-12:00 13:00-17:00', 'Mon-Sun 08:00-12:00,13:00-17:00'],
    ['24 hours', '1234567 00:00-24:00', 'Mon-Sun 00:00-24:00'],
  ])('%s without days as those of every day, and says so', (text, week, readAs) => {
    expect(weekOf(text)).toBe(week);
    expect(read(text)).toMatchObject({ readAs, isEveryDay: true });
    expect(read(text).remarks).toEqual([`The source says "${text}", read as ${readAs}.`]);
  });

  it('says what it was and what it is', () => {
    expect(read('M-Th 9-7, F 9-4').remarks).toEqual([
      'The source says "M-Th 9-7, F 9-4", read as Mon-Thu 09:00-19:00, Fri 09:00-16:00.',
    ]);
  });
});

it.each([
  ['Mon-Fri 9am-5pm', '12345 09:00-17:00'],
  ['Monday to Friday: 9:00 a.m. - 5:00 p.m.', '12345 09:00-17:00'],
  ['Mon-Fri: 9am – 5pm | Sat: 10am – 2pm', '12345 09:00-17:00; 6 10:00-14:00'],
  ['Mon: 9:00 AM - 5:00 PM, Tue: 9:00 AM - 5:00 PM, Wed: Closed', '12 09:00-17:00'],
  ['Lun-Ven 9h-17h', '12345 09:00-17:00'],
  ['lundi au vendredi de 9 h à 17 h', '12345 09:00-17:00'],
  ['Lun-Ven 9h30-16h30; Sam 10h-14h; Dim fermé', '12345 09:30-16:30; 6 10:00-14:00'],
  ['Mar-Jeu 9h-12h, 13h-17h', '234 09:00-12:00 13:00-17:00'],
  ['Mo-Fr 0900-1700', '12345 09:00-17:00'],
  ['Mo-Fr 9.30-17.30', '12345 09:30-17:30'],
  ['Mo-Fr 06:00-23:00', '12345 06:00-23:00'],
  ['Mo-Fr 10:00-00:00', '12345 10:00-24:00'],
  ['24/7', '1234567 00:00-24:00'],
  ['open 24 hours a day, 7 days a week', '1234567 00:00-24:00'],
  ['Mo-Fr 00:00-24:00', '12345 00:00-24:00'],
  ['Mo-We 07:00+', '123 07:00+'],
  ['Mo-Fr 9am+', '12345 09:00+'],
  ['Fr-Sa 20:00-02:00', '56 20:00-02:00'],
  ['Fr-Sa 8pm-2am', '56 20:00-02:00'],
  ['Fri-Sat 6 pm - 2 am', '56 18:00-02:00'],
  ['Ven-Sam 18h-2h', '56 18:00-02:00'],
  ['vendredi de 18 h à minuit, samedi de 18 h à 1 h 30', '5 18:00-24:00; 6 18:00-01:30'],
  ['Fr 20:00-26:00', '5 20:00-02:00'],
  ['Fr 18:00-24:00; Sa 00:00-02:00', '5 18:00-02:00'],
  ['Fr 18:00-00:00, Sa 00:00-02:00', '5 18:00-02:00'],
  ['Fr 6pm-12am, Sat 12am-2am', '5 18:00-02:00'],
  ['Fr-Sa 18:00-24:00; Sa-Su 00:00-02:30', '56 18:00-02:30'],
  ['Fr 18:00-24:00; Sa 00:00-02:00,10:00-14:00', '5 18:00-02:00; 6 10:00-14:00'],
  ['Mo-Su 00:00-02:00,18:00-24:00', '1234567 18:00-02:00'],
])('%s leaves nothing open', (text, week) => {
  expect(weekOf(text)).toBe(week);
  expect(read(text)).toMatchObject({ remarks: [], readAs: '', doubt: '', reduced: false });
});

it.each([
  ['Mo-Fr 00:00-00:00', 'it opens and closes at the same time'],
  ['Mo-Fr 9-9', 'it opens and closes at the same time'],
  ['Mo-Fr 12:00-12:00', 'it opens and closes at the same time'],
  ['Mo-Fr 02:00-10:00', 'it opens before 05:00'],
  ['Sa 01:00-05:00', 'it opens before 05:00'],
  ['Sa 00:00-02:00', 'it opens before 05:00'],
  ['Fr 09:00-17:00; Sa 00:00-02:00', 'it opens before 05:00'],
  ['Th 18:00-24:00; Sa 00:00-02:00', 'it opens before 05:00'],
  ['Fr-Sa 18:00-24:00; Sa 00:00-02:00', 'it opens before 05:00'],
  ['Mo-Fr 04:59-12:00', 'it opens before 05:00'],
  ['Mo-Fr 22:00-08:00', 'it closes before it opens'],
  ['Mo-Fr 17:00-09:00', 'it closes before it opens'],
  ['Mo-Fr 9am-5am', 'it closes before it opens'],
  ['Mo-Fr 7-9pm', 'it does not say which half of the day is meant'],
  ['Mo-Fr 8-midnight', 'it does not say which half of the day is meant'],
  ['9-5', 'it does not say on which days'],
  ['9am-5pm', 'it does not say on which days'],
  ['Mo-Fr 09:00-17:00; Sa 02:00-10:00', 'it opens before 05:00'],
  ['closed Sunday Monday 9-5', 'its form is not known'],
])('%s is not plausible: %s', (text, doubt) => {
  expect(read(text)).toMatchObject({ hours: [], doubt, isClosed: false });
  expect(read(text).remarks).toEqual([`The hours of the source are not plausible: "${text}" (${doubt}).`]);
});

it.each([
  ['"by appointment"', 'The source adds: by appointment.'],
  ['by appt only', 'The source adds: by appointment only.'],
  [
    'Mo-Fr 09:00-17:00 unknown "by appointment"',
    'Whether it is open is not known: Mon-Fri 09:00-17:00 (by appointment).',
  ],
  ['unknown', 'Whether it is open is not known: at any time.'],
  ['PH off', 'Hours on public holidays: closed.'],
  ['"by appointment" || Mo-Fr 09:00-17:00', 'At other times: not known.'],
])('%s gives no hours, and does not close the clinic', (text, remark) => {
  expect(read(text)).toMatchObject({ hours: [], doubt: '', isClosed: false });
  expect(read(text).remarks).toContain(remark);
});

it.each([
  [
    'Tu, Th 09:00-11:00, 14:00-16:00 || "by appointment"',
    '24 09:00-11:00 14:00-16:00',
    'At other times: by appointment.',
  ],
  ['Mo-Fr 09:00-17:00 || Sa 10:00-14:00', '12345 09:00-17:00', 'At other times: not known.'],
  [
    'Mo-Fr 09:00-17:00; Sa unknown "call"',
    '12345 09:00-17:00',
    'Whether it is open is not known: Sat (call).',
  ],
  ['Mo-Fr 09:00-17:00; We unknown', '1245 09:00-17:00', 'Whether it is open is not known: Wed.'],
  [
    'Weekdays 9 to 5; weekends by appointment',
    '12345 09:00-17:00',
    'Whether it is open is not known: Sat, Sun (by appointment).',
  ],
  ['Mo-Fr 9 to 5 by appt only', '12345 09:00-17:00', 'The source adds for Mon-Fri: by appointment only.'],
  ['Mo-Fr 09:00-17:00; "by appointment"', '12345 09:00-17:00', 'The source adds: by appointment.'],
  ['Mo-Fr 08:00-18:00; PH off', '12345 08:00-18:00', 'Hours on public holidays: closed.'],
  ['Mo-Fr 8h-18h, fermé les jours fériés', '12345 08:00-18:00', 'Hours on public holidays: closed.'],
  [
    'M-F 8:30am to 4:30pm, closed weekends and holidays',
    '12345 08:30-16:30',
    'Hours on public holidays: closed.',
  ],
  ['Mo-Fr 08:00-18:00; PH 10:00-14:00', '12345 08:00-18:00', 'Hours on public holidays: 10:00-14:00.'],
  ['Mo-Su,PH 08:00-20:00', '1234567 08:00-20:00', 'Hours on public holidays: 08:00-20:00.'],
  ['Mo-Fr 08:00-18:00; Dec 24 08:00-12:00', '12345 08:00-18:00', 'Hours on December 24: 08:00-12:00.'],
  ['Mo-Fr 08:00-18:00; Dec 25-26 off', '12345 08:00-18:00', 'Hours on December 25-26: closed.'],
  [
    'Mo-Fr 08:00-18:00; Jul 20-Aug 10 off "vacation"',
    '12345 08:00-18:00',
    'Hours on July 20-August 10: closed (vacation).',
  ],
  [
    'Mo-Fr 08:00-18:00; SH Mo-Fr 09:00-12:00',
    '12345 08:00-18:00',
    'Hours on school holidays Mon-Fri: 09:00-12:00.',
  ],
  ['Mo 09:00-17:00+', '1 09:00-17:00', 'Open at least Mon until 17:00: when it closes is not known.'],
])('%s keeps what a week cannot hold as a remark', (text, week, remark) => {
  expect(weekOf(text)).toBe(week);
  expect(read(text).remarks).toContain(remark);
  expect(read(text).reduced || read(text).specialDays.length > 0).toBe(true);
});

it.each([
  'closed',
  'off',
  'Closed.',
  'fermé',
  'Mo-Su off',
  '24/7 off',
  'off; PH off',
  'closed permanently',
  'off "moved away"',
])('%s says that the place is closed', (text) => {
  expect(read(text)).toMatchObject({ hours: [], doubt: '', isClosed: true });
});

it.each([
  '2nd floor',
  'last patient at 4:30',
  '2e étage',
  'last appointment 30 minutes before closing',
  'entrance from Main St',
  'entrance from the parking lot',
])('(%s) changes no hours', (words) => {
  expect(weekOf(`Mon-Fri 9am-5pm (${words})`)).toBe('12345 09:00-17:00');
});

describe('a break at noon without times', () => {
  const NOON = [
    { on: 'every-week', weekdays: [1, 2, 3, 4, 5], hours: null, times: [{ opens: 690, closes: 840 }] },
  ];

  it.each([
    'Mo-Fr 09:00-17:00 closed for lunch',
    'Mo-Fr 09:00-17:00 "closed for lunch"',
    'Mon-Fri 9-5, closed for lunch',
    'Mon-Fri 9am-5pm (closed for lunch)',
    'Mon-Fri 9am-5pm (closed for lunch on Fridays)',
    'Closed during lunch hour; Mon-Fri 9-5',
    'Lun-Ven 9h-17h (fermé pour le dîner)',
    'Lun-Ven 9h-17h, fermé le midi',
  ])('leaves the noon of %s open', (text) => {
    expect(weekOf(text)).toBe('12345 09:00-11:30 14:00-17:00');
    expect(read(text)).toMatchObject({ specialDays: NOON, doubt: '' });
    expect(read(text).remarks).toContain('Whether it is open is not known: Mon-Fri 11:30-14:00.');
  });

  it.each([
    ['Mo-Fr 09:00-12:00,13:00-17:00 (closed for lunch)', '12345 09:00-12:00 13:00-17:00'],
    ['Mo-Fr 13:00-20:00 (closed for lunch)', '12345 13:00-20:00'],
    ['Mo-Fr 09:00-17:00 (closed for lunch 12-1)', '12345 09:00-12:00 13:00-17:00'],
  ])('changes nothing where the hours have it: %s', (text, week) => {
    expect(weekOf(text)).toBe(week);
    expect(read(text).specialDays).toEqual([]);
  });

  it('begins with the hours, and is of no other days', () => {
    const { hours, specialDays } = read('Mo 12:00-20:00 closed for lunch; Tu 09:00-17:00');
    expect(hours.map(({ weekday, opens, closes }) => [weekday, opens, closes])).toEqual([
      [1, 840, 1200],
      [2, 540, 1020],
    ]);
    expect(specialDays).toMatchObject([{ weekdays: [1], times: [{ opens: 720, closes: 840 }] }]);
  });
});

it.each([
  'second Saturday by request',
  'from May to reopening',
  'closed in summer',
  'from next spring',
  'from May',
  'from May to September',
  'until June',
])('(%s) leaves the hours open', (words) => {
  expect(read(`Mon-Sat 9am-5pm (${words})`).hours).toEqual([]);
});

it.each([
  'closed for lunch',
  'fermé le midi',
  'Mo-Fr closed',
  'Jul 1-31 closed',
  'closed || "by appointment"',
  'off; Mo 09:00-12:00',
])('%s does not say that the place is closed', (text) => {
  expect(reader.weekOf(text)?.isClosed ?? false).toBe(false);
});

it('takes only the day whose place in the month follows its hours as not known', () => {
  const { hours, specialDays, remarks } = read('Mo-Fr 9-5; Sa 10-14 first Saturday of the month; Su closed');
  expect(new Set(hours.map(({ weekday }) => weekday))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(specialDays).toEqual([
    { on: 'every-week', weekdays: [6], hours: null, times: [{ opens: 600, closes: 840 }] },
  ]);
  expect(remarks).toContain('Hours on the first Saturday of a month: 10:00-14:00.');
});

it('shows nobody the words of the library', () => {
  const { error } = console;
  const written: unknown[] = [];
  console.error = (...words) => void written.push(words);
  try {
    for (const text of ['Mo-Fr 09:00-17:00+', 'Jul-Aug 9-5', 'SHven', '24/79-5SH', 'Mo-Fr 9am-5am'])
      expect(reader.weekOf(text)?.remarks.join(' ') ?? '').not.toMatch(/Specified|guessed|github|<--/);
  } finally {
    console.error = error;
  }
  expect(written).toEqual([]);
});

describe('remarks are plain English', () => {
  it.each([
    ['Mo-Fr 09:00-17:00; Sa[1] 10:00-14:00', 'Hours on the first Saturday of a month: 10:00-14:00.'],
    [
      'Mo-Fr 09:00-17:00; Sa[1,3] 10:00-14:00',
      'Hours on the first and third Saturday of a month: 10:00-14:00.',
    ],
    ['Mo-Fr 09:00-17:00; We[-1] off', 'Hours on the last Wednesday of a month: closed.'],
    [
      'Mo-Fr 09:00-17:00; Jul-Aug Sa[1] off',
      'Hours on the first Saturday of a month in July-August: closed.',
    ],
    [
      'Tu 09:00-17:00; week 1-53/2 Mo 09:00-12:00',
      'Hours on Mon of every second week (odd week numbers): 09:00-12:00.',
    ],
    ['Tu 09:00-17:00; week 10 off', 'Hours in week 10 of the year: closed.'],
    [
      'Mo-Fr 09:00-17:00; 2026 Dec 21-2027 Jan 03 off',
      'Hours on December 21, 2026 to January 3, 2027: closed.',
    ],
    ['Mo-Fr 09:00-17:00; 2026-12-24 off', 'Hours on December 24, 2026: closed.'],
    ['Mo-Fr 09:00-17:00; 2026 Dec 24-26 off', 'Hours on December 24 to 26, 2026: closed.'],
    ['Mo-Fr 09:00-17:00; Jan 01 off', 'Hours on January 1: closed.'],
    ['Mo-Fr 09:00-17:00; easter -2 days off', 'Hours on 2 days before Easter Sunday: closed.'],
    [
      'Mo-Fr 09:00-17:00; week 1-52/3 Mo 09:00-12:00',
      'The source also gives hours for special days, which are not shown.',
    ],
    ['Mo-Fr 09:00-17:00; PH 10:00+', 'Hours on public holidays: from 10:00.'],
    [
      'M-F 9-5; Sa[1] 9-1',
      'The source says "M-F 9-5; Sa[1] 9-1", read as Mon-Fri 09:00-17:00; the first Saturday of a month 09:00-13:00.',
    ],
  ])('%s', (text, remark) => {
    expect(read(text).remarks).toContain(remark);
    const outside = read(text).remarks.map((each) => each.replaceAll(/"[^"]*"/g, ''));
    expect(outside.join(' ')).not.toMatch(/[[\]/]|week \d+-|\b(?:PH|SH|off)\b/);
  });
});

describe('words of the source', () => {
  const HOSTILE = '"call \u202eevil\u202c \u200b\u0007 https://evil.example/a or x.evil.ca, a@evil.example"';

  it.each([
    `Mo-Fr 09:00-17:00 ${HOSTILE}`,
    `Mo-Fr 09:00-17:00; ${HOSTILE}`,
    `Mo-Fr 09:00-17:00; Sa unknown ${HOSTILE}`,
    `Mo-Fr 09:00-17:00; PH off ${HOSTILE}`,
    `Mo-Fr 09:00-17:00; week 1-52/3 off ${HOSTILE}`,
    `Mo-Fr 09:00-17:00 || ${HOSTILE}`,
    `Mo-Fr 02:00-10:00 ${HOSTILE}`,
    `Mo-Fr 9-5 ${HOSTILE}`,
  ])('%j become words without hidden characters and web addresses', (text) => {
    const remarks = read(text).remarks.join(' ');
    expect(remarks).toContain('call evil [web address] or [web address], [web address]');
    expect(remarks).not.toMatch(/\p{C}|evil\.|https/u);
  });

  it('keep abbreviations and names', () => {
    const words = 'Dr. Maple, 9 a.m. to 5 p.m., Rm.12, ext. 4; 416-555-0101';
    expect(read(`Mo-Fr 09:00-17:00 "${words}"`).remarks).toEqual([`The source adds for Mon-Fri: ${words}.`]);
  });

  it.each(['" "', '"\u200b"', '"…"'])('%j says nothing that has to be repeated', (comment) => {
    expect(read(`Mo-Fr 09:00-17:00; ${comment}`).remarks.join(' ')).not.toContain(': .');
  });

  it('are cut between characters', () => {
    const [remark] = read(`Mo-Fr 09:00-17:00 "a${'\u{1F600}'.repeat(100)}"`).remarks;
    expect(remark!.isWellFormed()).toBe(true);
    expect(remark).not.toContain('\uFFFD');
    expect(remark!.length).toBeLessThan(160);
  });
});

describe('a note', () => {
  const special = Array.from({ length: 28 }, (_, index) => `Dec ${String(index + 1).padStart(2, '0')} off`);
  const { remarks } = read(
    `Mo-Fr 09:00-17:00; ${special.slice(0, 20).join('; ')}; PH off; Sa unknown "call"`,
  );

  it('begins with what concerns most days', () => {
    expect(remarks.slice(0, 3)).toEqual([
      'Whether it is open is not known: Sat (call).',
      'Hours on public holidays: closed.',
      'Hours on December 1: closed.',
    ]);
  });

  it('is a paragraph at most, and says that there is more', () => {
    expect(noteOf(remarks).length).toBeLessThanOrEqual(500);
    expect(noteOf(remarks)).toMatch(
      /^Whether .* The source says more about the hours, which is not shown\.$/,
    );
    expect(noteOf(remarks.slice(0, 2))).toBe(remarks.slice(0, 2).join(' '));
  });
});

it.each([501, 2000, 100_000])('%d characters are not read, and not known', (length) => {
  const text = `Mo-Fr 09:00-17:00; "${'m'.repeat(length)}`.slice(0, length);
  const week = read(text);
  expect(week).toMatchObject({ hours: [], isClosed: false, doubt: 'it is longer than 500 characters' });
  expect(week.remarks.join(' ').length).toBeLessThan(250);
});

describe.each([
  '9am-5pm',
  '9h à 17h',
  '9h-17h',
  '8h à 12h',
  '9h00-17h00',
  '9 h 30 à 16 h 30',
  '9-17',
  'ouvert de 9h à 17h',
])('everyday words without days, %s,', (text) => {
  it('do not say on which days', () => {
    expect(read(text)).toMatchObject({ hours: [], doubt: 'it does not say on which days' });
  });
});

describe('hours for walk-in patients beside those with an appointment', () => {
  const TEXT = 'Walk-in: Mon-Fri 9-12; Appointments: Mon-Fri 1-5';

  it('are those of a walk-in clinic, which says when it sees patients by appointment', () => {
    const { hours, remarks } = reader.weekOf(TEXT, true)!;
    expect(hours.map(({ weekday, opens, closes }) => [weekday, opens, closes])).toEqual(
      [1, 2, 3, 4, 5].map((day) => [day, 540, 720]),
    );
    expect(remarks).toContain('By appointment only: Mon-Fri 13:00-17:00.');
  });

  it('are all those of another clinic, which says which they are', () => {
    expect(weekOf(TEXT)).toBe('12345 09:00-12:00 13:00-17:00');
    expect(read(TEXT).remarks.slice(1)).toEqual([
      'The source adds for Mon-Fri 09:00-12:00: walk-in.',
      'The source adds for Mon-Fri 13:00-17:00: appointments.',
    ]);
  });

  it('change nothing where a text has only one of them', () => {
    const text = 'Appointments: Mon-Fri 1-5';
    expect(reader.weekOf(text, true)).toEqual(read(text));
  });
});

it.each([
  ['closed on weekends', ['Closed: Sat, Sun.']],
  ['fermé la fin de semaine', ['Closed: Sat, Sun.']],
  ['Su off', ['Closed: Sun.']],
  ['Mon-Fri 9am-5pm, closed on weekends', []],
])('%s leaves a trace where nothing else says so', (text, remarks) => {
  expect(read(text)).toMatchObject({ remarks, isClosed: false });
});

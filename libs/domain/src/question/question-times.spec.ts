import { questionText } from './question-text.js';
import { NOW, read, stops, valuesOf } from '../../test/read-questions.js';

test('of a span of time and a time of travel, what can be asked instead is offered', () => {
  const date = '2026-11-25';
  expect(read('GP open between 5 and 8 pm').unused).toMatchObject([
    {
      instead: [
        { openAt: '17:00', date },
        { openAt: '19:59', date },
      ],
    },
  ]);
  expect(read('from 6 pm to midnight on Sundays').unused).toMatchObject([
    { instead: [{ openAt: '18:00' }, { openAt: '23:59' }] },
  ]);
  expect(read('22 h à 2 h le samedi').unused).toMatchObject([
    { instead: [{ openAt: '22:00' }, { openAt: '23:59' }] },
  ]);
  expect(read('from 9 to 5 on Sundays').unused).toMatchObject([
    { instead: [{ openAt: '09:00' }, { openAt: '16:59' }] },
  ]);
  expect(read('open Monday morning to Wednesday')).toMatchObject({
    values: {},
    unused: [{ instead: [{ days: 'mon' }, { days: 'wed' }] }],
  });
  const ends = [{ date: '2026-12-24' }, { date: '2027-01-02' }];
  expect(read('GP open from December 24 to January 2 near Finch')).toMatchObject({
    values: { specialties: 'Family Medicine', near: 'Finch' },
    unused: [{ text: 'from December 24 to January 2', why: 'span', instead: ends }],
  });
  expect(read('open Dec 24-Jan 2').unused).toMatchObject([{ why: 'span', instead: ends }]);
  expect(read('du 24 décembre au 2 janvier').unused).toMatchObject([{ why: 'span', instead: ends }]);
  const days = [{ date: '2026-12-24' }, { date: '2026-12-26' }];
  for (const question of ['Dec 24-26', 'from 24 to 26 December', 'du 24 au 26 décembre'])
    expect(read(question).unused).toMatchObject([{ text: question, why: 'span', instead: days }]);
  for (const question of ['Dec 24 and 26', 'le 24 ou le 26 décembre'])
    expect(read(question).unused).toMatchObject([{ text: question, why: 'ambiguous', instead: days }]);
  expect(read('Monday, December 8').unused).toMatchObject([{ text: 'December 8', why: 'contradicted' }]);
  expect(read('open Saturdays but closed Sundays')).toMatchObject({
    values: { days: 'sat' },
    unused: [{ text: 'closed Sundays', why: 'negated' }],
  });
  const holidays = [{ date: '2026-12-25' }, { date: '2027-01-01' }];
  for (const question of ['between Christmas and New Year', 'entre Noël et le jour de l’An'])
    expect(read(question).unused).toMatchObject([{ text: question, why: 'span', instead: holidays }]);
  expect(read('kids 5 to 9').unused).toMatchObject([{ why: 'visit' }, { text: '5', why: 'unknown' }, {}]);
  expect(read('20 minutes by bus from Finch').unused).toMatchObject([{ instead: { within: '5' } }]);
});

describe('a clock time refines a part of the day', () => {
  test.each([
    ['open tonight at 8', 'date=2026-11-25 openAt=20:00'],
    ['who is open at 8pm tonight', 'date=2026-11-25 openAt=20:00'],
    ['tomorrow evening at 7pm in Markham', 'area=Markham date=2026-11-26 openAt=19:00'],
    ['ce soir à 20 h', 'date=2026-11-25 openAt=20:00'],
    ['ce soir à 8 h', 'date=2026-11-25 openAt=20:00'],
    ['samedi à 20h30', 'days=sat openAt=20:30'],
    ['demain matin à 8 h', 'date=2026-11-26 openAt=08:00'],
    ['after 7', 'date=2026-11-25 openAt=19:00'],
    ['open until 9', 'date=2026-11-25 openAt=20:59'],
    ['noon on Saturday', 'days=sat openAt=12:00'],
    ['8:30 Saturday', 'days=sat openAt=08:30'],
    ['open at 10 December 5', 'date=2026-12-05 openAt=10:00'],
    ['Tuesday, December 8 at 5pm', 'date=2026-12-08 openAt=17:00'],
    ['mardi 8 décembre', 'date=2026-12-08'],
    ['à 8 heures du soir', 'date=2026-11-25 openAt=20:00'],
    ['des mardis et jeudis', 'days=tue,thu'],
    ['Saturday evening', 'days=sat openAt=18:00'],
    ['on a Saturday morning at 10', 'days=sat openAt=10:00'],
    ['open in the evening', 'evening=true'],
    ['open tonight at 1 am', 'date=2026-11-26 openAt=01:00'],
    ['open tonight at 1', 'date=2026-11-26 openAt=01:00'],
    ['open tonight at midnight', 'date=2026-11-26 openAt=00:00'],
    ['ouvert à minuit', 'date=2026-11-26 openAt=00:00'],
    ['open at midnight on Saturday', 'days=sun openAt=00:00'],
    ['open at midnight on New Year’s Eve', 'date=2027-01-01 openAt=00:00'],
    ['open until 1 am tonight', 'date=2026-11-26 openAt=00:59'],
    ['ce soir à 1 h 30', 'date=2026-11-26 openAt=01:30'],
    ['open Friday night at 2 am', 'days=sat openAt=02:00'],
    ['dimanche soir à 1 h', 'days=mon openAt=01:00'],
    ['Saturday at 1 am', 'days=sat openAt=01:00'],
    ['open until noon Saturday', 'days=sat openAt=11:59'],
    ['open at six thirty', 'date=2026-11-25 openAt=18:30'],
    ['by nine tomorrow', 'date=2026-11-26 openAt=09:00'],
    ['at 8 in the morning', 'date=2026-11-25 openAt=08:00'],
    ['à deux heures de l’après-midi', 'date=2026-11-25 openAt=14:00'],
    ['open on 2026-12-24 at 10', 'date=2026-12-24 openAt=10:00'],
    ['open Tuesday to Thursday', 'days=tue,wed,thu'],
    ['Fri-Mon', 'days=fri,sat,sun,mon'],
    ['half past five', 'date=2026-11-25 openAt=17:30'],
    ['open at a quarter past 7 on Monday', 'days=mon openAt=07:15'],
    ['quarter to six tonight', 'date=2026-11-25 openAt=17:45'],
    ['open at ten to six', 'date=2026-11-25 openAt=17:50'],
    ['open until quarter past seven', 'date=2026-11-25 openAt=19:14'],
    ['quarter to one on Saturday', 'days=sat openAt=12:45'],
    ['à cinq heures et demie', 'date=2026-11-25 openAt=17:30'],
    ['six heures moins le quart', 'date=2026-11-25 openAt=17:45'],
    ['samedi à dix heures moins quart', 'days=sat openAt=09:45'],
    ['à 18 heures moins le quart', 'date=2026-11-25 openAt=17:45'],
    ['open 25/12/2026 at 9am', 'date=2026-12-25 openAt=09:00'],
    ['open 13/12', 'date=2026-12-13'],
    ['open 10/10', 'date=2027-10-10'],
    ['Easter Monday', 'date=2027-03-29'],
    ['the last Friday of the month', 'date=2026-11-27'],
    ['le premier lundi du mois', 'date=2026-12-07'],
    ['5/5', 'date=2027-05-05'],
    // Of its two dates, one is past.
    ['open on 8/12/2026', 'date=2026-12-08'],
    ['2026/12/24', 'date=2026-12-24'],
    ['24.12.2026', 'date=2026-12-24'],
    ['the first Monday of December', 'date=2026-12-07'],
    ['the second Tuesday in January', 'date=2027-01-12'],
    ['le dernier vendredi de janvier', 'date=2027-01-29'],
    ['first Monday of next month', 'date=2026-12-07'],
    ['Monday the 7th', 'date=2026-12-07'],
    ['open on the 7th', 'date=2026-12-07'],
    ['lundi 7', 'date=2026-12-07'],
    ['le 31', 'date=2026-12-31'],
  ])('%s', (question, values) => {
    expect([stops(question), valuesOf(question)]).toEqual(['', values]);
  });

  it.each([
    'family doctor for the past two years near Kipling',
    'GP open past 6 months',
    'pediatrician before two months',
    'a doctor seen after six weeks',
    'GP at two kilometers from Kipling',
    'GP after 2 kids',
    'at one location in Scarborough',
    'médecin après 2 enfants',
    'from one to three years of experience',
    'vers une heure de Kipling',
    'médecin avant six semaines',
  ])('%s: a number of something is no hour', (question) => {
    expect(valuesOf(question)).not.toContain('openAt');
  });

  test('a GP within a 15 minute walk has no time', () => {
    expect(read('GP within a 15 minute walk').values.openAt).toBeUndefined();
  });

  test('tomorrow is the next day of the calendar, also before the clocks change', () => {
    // 23:30 on a Saturday whose night has 23 hours.
    expect(valuesOf('tomorrow', new Date('2026-03-08T04:30:00Z'))).toBe('date=2026-03-08');
  });
});

test('numbers that may be two dates are either', () => {
  const instead = [{ date: '2026-12-08' }, { date: '2027-08-12' }];
  for (const question of ['12/8', '8/12'])
    expect(read(question).unused).toMatchObject([
      { text: question, why: 'ambiguous', instead: expect.arrayContaining(instead) },
    ]);
});

describe('numbers and ordinals that are no date', () => {
  test.each([
    ['open 31/2', '31/2: unknown'],
    ['open 24/7', 'open 24/7: not-listed'],
    ['ouvert 7/7', 'ouvert 7/7: not-listed'],
    ['within 1/2 km of Union', 'within 1/2 km: unknown'],
    ['on the 7th floor', '7th floor: unknown'],
    ['Monday the 8th', 'the 8th: contradicted'],
    ['open ten to six', 'open ten to six: span'],
  ])('%s', (question, stopping) => {
    expect(stops(question)).toBe(stopping);
  });
});

describe('dates that depend on the present', () => {
  const christmas = new Date('2026-12-25T18:00:00Z');
  test.each([
    ['open now', christmas, 'date=2026-12-25 openAt=13:00'],
    ['ouvert demain', christmas, 'date=2026-12-26'],
    ['tonight at 8', christmas, 'date=2026-12-25 openAt=20:00'],
    // At nine in the evening.
    ['open tonight', new Date('2026-11-26T02:00:00Z'), 'date=2026-11-25 openAt=21:00'],
    ['open this morning', NOW, 'date=2026-11-25 openAt=09:00'],
    ['open on Labour Day', NOW, 'date=2027-09-06'],
    ['open on Christmas day', NOW, 'date=2026-12-25'],
  ])('%s: is that date', (question, now, values) => {
    expect(read(question, now).unused).toEqual([]);
    expect(valuesOf(question, now)).toBe(values);
  });

  /** A Tuesday. */
  const beforeChristmas = new Date('2026-12-22T18:00:00Z');
  test.each([
    ['open on Friday', 'date=2026-12-25'],
    ['open Saturday', 'date=2026-12-26'],
    ['GP open Sat afternoon', 'date=2026-12-26 openAt=14:00 specialties=Family Medicine'],
    ['open next Monday', 'date=2026-12-28'],
    ['open next Tuesday at 9', 'date=2026-12-29 openAt=09:00'],
    ['ouvert vendredi', 'date=2026-12-25'],
    ['ouvert lundi prochain', 'date=2026-12-28'],
    ['open on December 25', 'date=2026-12-25'],
    ['open Dec 25', 'date=2026-12-25'],
    ['open December 25th, 2026', 'date=2026-12-25'],
    ['open July 1', 'date=2027-07-01'],
    ['open on the 1st of July', 'date=2027-07-01'],
    ['ouvert 25 décembre', 'date=2026-12-25'],
    ['ouvert le 25 décembre', 'date=2026-12-25'],
    ['ouvert le 1er juillet', 'date=2027-07-01'],
    ['Jan 1', 'date=2027-01-01'],
    ['open on Wednesday', 'days=wed'],
    ['open this Wednesday', 'date=2026-12-23'],
    ['ouvert ce mercredi', 'date=2026-12-23'],
    ['open Fridays', 'days=fri'],
    ['open every Friday', 'days=fri'],
    ['ouvert les vendredis', 'days=fri'],
    ['open on weekends', 'weekend=true'],
    ['open weekdays', 'days=mon,tue,wed,thu,fri'],
    ['December 24', 'date=2026-12-24'],
    ['ouvert le 28 décembre', 'date=2026-12-28'],
    ['Christmas Eve', 'date=2026-12-24'],
    ['open on Christmas Eve', 'date=2026-12-24'],
    ['la veille de Noël', 'date=2026-12-24'],
    ['open on December 29', 'date=2026-12-29'],
    ['ouvert le 14 février', 'date=2027-02-14'],
    ['open on New Year’s Eve', 'date=2026-12-31'],
    ['New Years Eve', 'date=2026-12-31'],
    ['la veille du jour de l’An', 'date=2026-12-31'],
  ])('%s: in the week of Christmas', (question, values) => {
    expect(read(question, beforeChristmas).unused).toEqual([]);
    expect(valuesOf(question, beforeChristmas)).toBe(values);
  });

  test.each([
    ['next Friday', 'open next Friday at 9'],
    ['vendredi prochain', 'ouvert vendredi prochain à 9 h'],
  ])('%s may be the one of this week, or of the coming one: both are offered', (text, question) => {
    const now = new Date('2026-12-16T18:00:00Z');
    const instead = [{ date: '2026-12-18' }, { date: '2026-12-25' }];
    expect(read(question, now)).toMatchObject({
      values: { openAt: '09:00' },
      unused: [{ text, why: 'ambiguous', instead }],
    });
    expect(valuesOf('open Friday', now)).toBe('days=fri');
  });

  test('stop a list where they are not named, or a weekend has one', () => {
    expect(read('open on holidays', beforeChristmas).unused).toEqual([
      { text: 'on holidays', why: 'holiday' },
    ]);
    const unused = [{ text: 'weekend', why: 'holiday', holiday: 'Boxing Day', date: '2026-12-26' }];
    expect(read('open this weekend', beforeChristmas).unused).toMatchObject(unused);
  });

  test.each([
    ['open February 30', 'February 30'],
    ['open December 25 2025', 'December 25 2025'],
    ['open March 1 2028', 'March 1 2028'],
  ])('%s: a date that is past, far or none stops', (question, text) => {
    expect(read(question, beforeChristmas).unused).toEqual([{ text, why: 'unknown' }]);
    expect(valuesOf(question, beforeChristmas)).toBe('');
  });
});

test('a day that is offered is asked for in general, and no holiday', () => {
  const before = new Date('2026-12-22T18:00:00Z');
  const offered = read(questionText({ days: 'fri,sat' }), before);
  expect(offered).toEqual({
    values: { days: 'fri,sat' },
    read: [
      { text: 'on Fridays', values: { days: 'fri' } },
      { text: 'Saturdays', values: { days: 'sat' } },
    ],
    unused: [],
  });
});

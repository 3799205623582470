import { ask } from '../../../test/test-tool.js';
import { readOpenNow } from './open-now.js';

it.each([
  ['2026-11-22T22:05:00Z', 'sun', '2026-11-22', '17:05'],
  ['2026-07-01T03:59:00Z', 'tue', '2026-06-30', '23:59'],
  ['2026-07-01T04:00:00Z', 'wed', '2026-07-01', '00:00'],
  ['2026-03-08T07:00:00Z', 'sun', '2026-03-08', '03:00'],
])('at %s it is %s %s %s in Toronto', (now, day, date, time) => {
  const { args, moment } = readOpenNow({ open: 'now', gender: 'female' }, new Date(now));
  expect(args).toEqual({ gender: 'female', date, openAt: time });
  expect([moment!.day.toLowerCase(), moment!.time]).toEqual([day, time]);
});

it.each([
  ['2026-12-25T15:00:00Z', 'Christmas Day'],
  ['2026-12-27T04:59:00Z', 'Boxing Day'],
  ['2027-03-26T16:00:00Z', 'Good Friday'],
])('at %s it is %s', (now, holiday) => {
  expect(readOpenNow({ open: 'now' }, new Date(now)).moment).toMatchObject({ holiday });
});

it.each([
  ['search_doctors', {}],
  ['search_clinics', {}],
  ['list_specialists', { specialty: 'Cardiology' }],
  ['count_doctors', { by: ['language'] }],
])('%s says on a public holiday that the hours of the week do not count', async (name, args) => {
  const now = new Date('2026-12-25T15:00:00Z');
  const english = await ask(name, { ...args, open: 'now' }, { now });
  const sentence =
    /^Today is a public holiday in Ontario \(Christmas Day\): only clinics whose hours of this day are known/;
  expect(english.text).toMatch(sentence);
  expect(english.structured['read']).toMatch(sentence);
  const french = await ask(name, { ...args, open: 'now' }, { now, language: 'fr' });
  expect(french.text).toMatch(/^C’est aujourd’hui un jour férié en Ontario \(Noël\)/);
  expect((await ask(name, args, { now })).text).not.toContain('holiday');
});

it.each([[undefined], [null], ['']])('%j asks for no time', (open) => {
  expect(readOpenNow({ open, q: 'x' }, new Date())).toEqual({ args: { q: 'x' } });
});

it.each([
  [{ open: 'today' }, "open must be 'now'."],
  [{ open: true }, "open must be 'now'."],
  [{ open: 'now', days: ['mon'] }, 'not both'],
  [{ open: 'now', openAt: '09:00' }, 'not both'],
  [{ open: 'now', date: '2026-12-24' }, 'not both'],
])('refuses %j', async (args, message) => {
  await expect(ask('search_clinics', args)).rejects.toMatchObject({
    code: 'missing_param',
    message: expect.stringContaining(message),
  });
});

it.each([
  ['search_doctors', {}],
  ['search_clinics', {}],
  ['list_specialists', { specialty: 'Cardiology' }],
])('%s finds what is open at the time that it says', async (name, args) => {
  const { text, structured } = await ask(name, { ...args, open: 'now' });
  const [, date, openAt] = /date=([\d-]{10}), openAt=(\d\d:\d\d)/.exec(text)!;
  expect(structured['read']).toContain(`openAt=${openAt}`);
  const { structured: same } = await ask(name, { ...args, date, openAt });
  expect(structured).toMatchObject(same);
});

import { openingHoursOf } from './schedules.js';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const period = { valid_from: '2026-01-01', valid_to: '2026-12-31' };

it('schedules of each day and span are one rule for those that share their hours', () => {
  const schedules = DAYS.flatMap((byday) => [
    { byday, opens_at: '09:00', closes_at: '12:00', ...period },
    { byday, opens_at: '13:00', closes_at: byday === 'FR' ? '16:00' : '17:00', ...period },
  ]);
  expect(openingHoursOf(schedules)).toBe(
    '2026 Jan 01-2026 Dec 31 Mo,Tu,We,Th,Sa,Su 09:00-12:00,13:00-17:00, ' +
      '2026 Jan 01-2026 Dec 31 Fr 09:00-12:00,13:00-16:00',
  );
});

it('schedules of different periods stay apart', () => {
  const summer = { valid_from: '2026-07-01', valid_to: '2026-08-31' };
  expect(
    openingHoursOf([
      { byday: 'MO', opens_at: '09:00', closes_at: '12:00', ...period },
      { byday: 'MO', opens_at: '13:00', closes_at: '', ...summer },
      { byday: '2TU', opens_at: '13:00', closes_at: '15:00' },
    ]),
  ).toBe('2026 Jan 01-2026 Dec 31 Mo 09:00-12:00, 2026 Jul 01-2026 Aug 31 Mo 13:00+, Tu[2] 13:00-15:00');
});

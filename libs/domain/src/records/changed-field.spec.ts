import { changedValueText, fieldWords } from './changed-field.js';

it.each([
  ['openingHours', 'opening hours'],
  ['phone', 'phone'],
  ['bookingReferralOnly', 'booking referral only'],
])('%s is %s in words', (field, words) => {
  expect(fieldWords(field)).toBe(words);
});

it.each([
  ['phone', '416', '416'],
  ['phone', null, ''],
  ['wheelchair', false, 'false'],
  ['languages', ['English'], '["English"]'],
  ['openingHours', [], ''],
  [
    'openingHours',
    [
      [1, 540, 720],
      [1, 780, 1020],
      [2, 540, 720],
      [2, 780, 1020],
      [4, 480, 960],
      [6, 600, null],
    ],
    'Mon-Tue 09:00-12:00, 13:00-17:00; Thu 08:00-16:00; Sat 10:00+',
  ],
  ['specialDays', [], ''],
  [
    'specialDays',
    [
      { on: 'public-holidays', hours: [] },
      { on: 'every-year', from: '12-24', to: '01-02', hours: [{ opens: 600, closes: 840 }] },
    ],
    'PH off; Dec 24-Jan 02 10:00-14:00',
  ],
])('%s %j is %j', (field, value, text) => {
  expect(changedValueText(field, value)).toBe(text);
});

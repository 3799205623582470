const HOURS = [
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
] as const;
/** Words of numbers are hours after "at" and before "o'clock": "three doctors" are none. */
const ENGLISH = new RegExp(
  `\\b(at|after|past|before|until|till) (${HOURS[0].join('|')})\\b(?! (?:doctors?|clinics?|places?|of)\\b)|\\b()(${HOURS[0].join('|')})(?= (?:o.?clock|am|pm)\\b)`,
  'gi',
);
const FRENCH = new RegExp(`(?<!\\p{L})()(${HOURS[1].join('|')})(?= heures?(?!\\p{L}))`, 'giu');

/** Writes hours that are words as numbers, as times are read: "at three in the morning" is "at 3 in the morning". */
export function withHours(question: string): string {
  return [ENGLISH, FRENCH].reduce(
    (text, pattern, language) =>
      text.replace(pattern, (_, before = '', hour = '', _none, alone = '') => {
        const number =
          (HOURS[language] as readonly string[]).indexOf(String(hour || alone).toLowerCase()) + 1;
        return `${before === '' ? '' : `${before} `}${number}`;
      }),
    question,
  );
}

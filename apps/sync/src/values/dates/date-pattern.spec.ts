import { dateReader } from './date-pattern.js';

describe('a date format', () => {
  it.each([
    ['DD MMM YYYY', '01 Jul 2009', '2009-07-01'],
    ['D MMM YYYY', '1 Sept. 2009', '2009-09-01'],
    ['MMMM D, YYYY', 'July 1, 2009', '2009-07-01'],
    ['dd/mm/yyyy', '31/12/2009', '2009-12-31'],
    ['M/D/YYYY', '7/1/2009', '2009-07-01'],
    ['YYYYMMDD', '20090701', '2009-07-01'],
    ['MMM YYYY', 'Jul 2009', '2009-07'],
    ['MMM YYYY', 'juin 2005', '2005-06'],
    ['D MMM YYYY', '3 févr. 2011', '2011-02-03'],
    ['D MMMM YYYY', '1er Août 1999', '1999-08-01'],
    ['MMM D, YYYY', 'July 2nd, 2009', '2009-07-02'],
    ['[YYYY]', '[2009]', '2009'],
    ['D MMMM YYYY', '1 juillet 2009', '2009-07-01'],
    ['MMM YYYY', 'févr. 2009', '2009-02'],
    ['MMM YYYY', 'fe\u0301vr. 2009', '2009-02'],
  ])('%s reads %s as %s', (format, text, date) => {
    expect(dateReader(format)?.(text)).toBe(date);
  });

  it.each([
    ['DD MMM YYYY', '1 Jul 2009'],
    ['DD MMM YYYY', '01 Foo 2009'],
    ['DD MMM YYYY', '01 jui 2009'],
    ['DD/MM/YYYY', '31.12.2009'],
  ])('%s does not read %s', (format, text) => {
    expect(dateReader(format)?.(text)).toBeUndefined();
  });

  it.each(['', 'DD MMM', 'DD YYYY', 'YYYY YYYY', 'YY-MM-DD', 'HH:mm YYYY', 'tomorrow'])(
    '%j is refused',
    (format) => {
      expect(dateReader(format)).toBeUndefined();
    },
  );
});

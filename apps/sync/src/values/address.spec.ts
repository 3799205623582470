import { addressLineOf } from './address.js';

it.each([
  // Usual forms stay as they are.
  ['12 Birchmount Road, Toronto, ON', '', '12 Birchmount Road, Toronto, ON', ''],
  ['Unit 5, 12 Birchmount Rd., Toronto, ON M1N 3H5', '', 'Unit 5, 12 Birchmount Rd., Toronto, ON', 'M1N 3H5'],
  ['12 Birchmount Rd', '', '12 Birchmount Rd', ''],
  ['', '', '', ''],
  // No commas
  ['12 Birchmount Rd Toronto ON  M1N 3H5', '', '12 Birchmount Rd, Toronto, ON', 'M1N 3H5'],
  [
    '5-12 Birchmount Rd Richmond Hill Ontario L4B1A1 Canada',
    '',
    '5-12 Birchmount Rd, Richmond Hill, ON',
    'L4B 1A1',
  ],
  ['2300 Yonge St Suite 905 Toronto', '', '2300 Yonge St Suite 905, Toronto', ''],
  ['20 York Mills Rd North York ON', '', '20 York Mills Rd, North York, ON', ''],
  ['77 Hwy 7 W Vaughan ON L4J 1A1', '', '77 Hwy 7 W, Vaughan, ON', 'L4J 1A1'],
  // Names and departments
  [
    'Example Hospital Department of Emergency Medicine 700 Invented Blvd Toronto ON  M4Y 3G2',
    'Example Hospital',
    '700 Invented Blvd, Toronto, ON',
    'M4Y 3G2',
  ],
  [
    'Example Hospital, 700 Invented Blvd, Toronto ON M4Y3G2',
    'Example Hospital',
    '700 Invented Blvd, Toronto, ON',
    'M4Y 3G2',
  ],
  [
    'EXAMPLE HOSPITAL, 700 INVENTED BLVD, TORONTO, ON, M4Y 3G2',
    'Example Hospital',
    '700 Invented Blvd, Toronto, ON',
    'M4Y 3G2',
  ],
  [
    'Example Hospital, Dept. of Surgery, 2nd Floor, 700 Invented Blvd, Toronto, ON',
    'Example Hospital',
    '2nd Floor, 700 Invented Blvd, Toronto, ON',
    '',
  ],
  [
    'Invented Health Centre Suite 200 12 Nowhere Cres Brampton ON L6P  1A1',
    'Invented Health Centre',
    'Suite 200, 12 Nowhere Cres, Brampton, ON',
    'L6P 1A1',
  ],
  // One case
  ['1 hesperus road, toronto', '', '1 Hesperus Road, Toronto', ''],
  ["12 O'NEIL AVE W, UNIT 3B, TORONTO ON", '', "12 O'Neil Ave W, Unit 3B, Toronto, ON", ''],
  ['100 mccowan road, scarborough, on m1s 1a1', '', '100 McCowan Road, Scarborough, ON', 'M1S 1A1'],
  ['3 rue de la montagne, toronto', '', '3 Rue de la Montagne, Toronto', ''],
  // What cannot be told apart stays together.
  ['Somewhere nice, Toronto', '', 'Somewhere nice, Toronto', ''],
  ['123 Main Street West, Hamilton, ON L8P 1A1', '', '123 Main Street West, Hamilton, ON', 'L8P 1A1'],
])('%s', (text, name, address, postalCode) => {
  expect(addressLineOf(text)).toEqual({ name, address, postalCode });
});

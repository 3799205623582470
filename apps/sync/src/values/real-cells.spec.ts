import { readFileSync } from 'node:fs';
import { addressKey } from '@care-atlas/domain/text';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cleanText } from '../rows/clean-text.js';
import { readAddress } from './address/address-line.js';
import { readPersonName } from './person-name.js';
import { readTelephone } from './telephone.js';

/** Cells in the forms of real files, with invented values, and what each of them says. */
function corpus<const Column extends string>(file: string, ..._columns: Column[]) {
  const path = new URL(`../../examples/real/${file}`, import.meta.url);
  const rows: Record<'cell' | 'verdict' | Column, string>[] = parse(readFileSync(path), { columns: true });
  return rows.map((row) => ({ ...row, cell: cleanText(row.cell) }));
}

const ADDRESSES = corpus('addresses.csv', 'name', 'address', 'place');
const TELEPHONES = corpus('telephones.csv', 'telephone');
const NAMES = corpus('names.csv', 'name');

describe('an address', () => {
  it.each(ADDRESSES)('$cell', ({ cell, verdict, name, address }) => {
    const read = readAddress(cell);
    const asRead = read.isRead
      ? { verdict: read.address === cell ? 'read' : 'read as' }
      : { verdict: 'doubtful' };
    expect({ ...asRead, name: read.name, address: read.address }).toEqual({ verdict, name, address });
  });

  it.each(ADDRESSES)('of $cell is read as itself', ({ cell }) => {
    const { address } = readAddress(cell);
    expect(readAddress(address)).toMatchObject({ name: '', address, withName: address, whole: address });
  });

  it('has the key of its place, and no other place has it', () => {
    const places = Map.groupBy(ADDRESSES, ({ place }) => place);
    places.delete('');
    const keys = [...places].map(([place, rows]) => ({
      place,
      keys: [...new Set(rows.map(({ address }) => addressKey(address)))],
    }));
    expect(keys.filter((each) => each.keys.length !== 1)).toEqual([]);
    expect(new Set(keys.flatMap((each) => each.keys)).size).toBe(places.size);
  });
});

describe('a telephone number', () => {
  it.each(TELEPHONES)('$cell', ({ cell, verdict, telephone }) => {
    const read = readTelephone(cell);
    const asRead = read && (read.count > 1 ? 'several' : read.isReadAs ? 'read as' : 'read');
    expect({ verdict: asRead ?? 'doubtful', telephone: read?.number ?? '' }).toEqual({ verdict, telephone });
  });

  it.each(TELEPHONES.filter(({ telephone }) => telephone !== ''))(
    'of $cell is read as itself',
    ({ telephone }) => {
      expect(readTelephone(telephone)).toEqual({ number: telephone, count: 1, isReadAs: false });
    },
  );
});

describe('a name', () => {
  it.each(NAMES)('$cell', ({ cell, verdict, name }) => {
    const read = readPersonName(cell);
    const asRead = read.isDoubtful ? 'doubtful' : read.isReadAs ? 'read as' : 'read';
    expect({ verdict: asRead, name: read.name }).toEqual({ verdict, name });
  });

  it.each(NAMES)('of $cell is read as itself', ({ name }) => {
    expect(readPersonName(name).name).toBe(name);
  });
});

/** Numbers of telephones and of fax machines, each with its label, in one of the ways in which cells have both. */
const labelled = fc
  .array(fc.tuple(fc.constantFrom('telephone', 'fax'), fc.integer({ min: 100, max: 199 })), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((numbers) =>
    fc.record({
      numbers: fc.constant(numbers),
      words: fc.constantFrom(
        ['Tel', 'Fax'],
        ['T:', 'F:'],
        ['Phone', 'Facsimile'],
        ['Tél. :', 'Téléc. :'],
        ['tel.', 'fax no.'],
      ),
      order: fc.constantFrom('before', 'after', 'after in parentheses'),
      separator: fc.constantFrom(' ', ', ', ' / ', '; ', ' or '),
    }),
  )
  .filter(({ order, words }) => order === 'before' || !words[0]!.includes(':'))
  .map(({ numbers, words, order, separator }) => {
    const cells = numbers.map(([kind, line]) => {
      const number = `416-555-0${line}`;
      const label = words[kind === 'fax' ? 1 : 0]!;
      if (order === 'before') return `${label} ${number}`;
      return order === 'after' ? `${number} ${label}` : `${number} (${label.replace(' no.', '')})`;
    });
    const first = numbers.find(([kind]) => kind === 'telephone');
    return { cell: cells.join(separator), telephone: first && `+1-416-555-0${first[1]}` };
  });

it('of numbers with labels, the first telephone is read, and never a fax', () => {
  fc.assert(
    fc.property(labelled, ({ cell, telephone }) => {
      expect(readTelephone(cell)?.number).toBe(telephone);
    }),
    { numRuns: 2000 },
  );
});

const named = fc
  .record({
    given: fc.constantFrom('Adaeze Ruth', 'Md', 'Ann', 'Jean-Luc', 'Zoé', 'J. R.', '小龙'),
    last: fc.constantFrom('Okonkwo', 'Mba', 'Do', "O'Neil-Tremblay", 'van der Berg', 'Al-Rashid', 'St. John'),
    degrees: fc.array(
      fc.constantFrom('MD', 'M.D.', 'CCFP(EM)', 'CCFP (COE)', 'FRCPC', 'PhD', 'MBBS', 'M.Sc.', 'MD CCFP'),
      {
        maxLength: 3,
      },
    ),
    former: fc.constantFrom('', ' (Former name: Smith)', ' (née Roy)'),
    title: fc.constantFrom('', 'Dr. ', 'Dre ', 'Docteur '),
    isCommaed: fc.boolean(),
  })
  // "St. John, Md" may be a name and a degree.
  .filter(({ given, last, degrees }) => given !== 'Md' || !last.includes(' ') || degrees.includes('MD'))
  .map(({ given, last, degrees, former, title, isCommaed }) => ({
    text: [
      isCommaed ? `${title}${last}, ${given}${former}` : `${title}${given} ${last}${former}`,
      ...degrees,
    ].join(', '),
    name: `${given} ${last}`,
  }));

it('a name loses nothing but its title, its degrees and former names', () => {
  fc.assert(
    fc.property(named, ({ text, name }) => {
      expect(readPersonName(text)).toMatchObject({ name, isDoubtful: false });
    }),
    { numRuns: 2000 },
  );
});

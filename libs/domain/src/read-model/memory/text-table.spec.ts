import fc from 'fast-check';
import { TextArena } from './text-arena.js';
import { textTable, TextTable } from './text-table.js';

function tableOf(texts: readonly string[]): TextTable {
  const arena = new TextArena();
  return new TextTable(textTable(arena.column(texts.map((text) => arena.add(text)))));
}

const aText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat().map(String), fc.uuid());

describe('TextTable', () => {
  it('finds exactly the texts that it contains', () => {
    fc.assert(
      fc.property(fc.uniqueArray(aText), fc.array(aText), (texts, others) => {
        const table = tableOf(texts);
        for (const text of [...texts, ...others]) {
          const number = texts.indexOf(text);
          expect(table.find(text)).toBe(number === -1 ? undefined : number);
        }
      }),
    );
  });

  it('finds the last of equal texts', () => {
    expect(tableOf(['900001', '900002', '900001']).find('900001')).toBe(2);
  });

  it('returns a text by its number', () => {
    expect(tableOf(['a', 'é']).text(1)).toBe('é');
  });
});

import fc from 'fast-check';
import { TextArena, textAt } from './text-arena.js';
import { findText, type TextTable, textTable } from './text-table.js';

function tableOf(texts: readonly string[]): TextTable {
  const arena = new TextArena();
  return textTable(arena.column(texts.map((text) => arena.add(text))));
}

const aText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat().map(String), fc.uuid());

describe('textTable', () => {
  it('finds exactly the texts that it contains', () => {
    fc.assert(
      fc.property(fc.uniqueArray(aText), fc.array(aText), (texts, others) => {
        const table = tableOf(texts);
        for (const text of [...texts, ...others]) {
          const number = texts.indexOf(text);
          expect(findText(table, text)).toBe(number === -1 ? undefined : number);
        }
      }),
    );
  });

  it('finds the last of equal texts', () => {
    expect(findText(tableOf(['900001', '900002', '900001']), '900001')).toBe(2);
  });

  it('returns a text by its number', () => {
    expect(textAt(tableOf(['a', 'é']).texts, 1)).toBe('é');
  });
});

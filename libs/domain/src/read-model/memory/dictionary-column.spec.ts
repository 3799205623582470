import { fromUtf8 } from '../../text/utf8.js';
import { CachedTexts, dictionaryColumn } from './dictionary-column.js';
import { TextArena } from './text-arena.js';

describe('a dictionary column', () => {
  const arena = new TextArena();
  const all = ['b', 'a', 'b', 'été', 'a', 'b'];
  const column = dictionaryColumn(
    all.map((text) => arena.intern(text)),
    arena,
  );
  const texts = new CachedTexts(column.texts);
  const bytes = (i: number) => texts.bytes(column.indexes[i]!);

  it('returns each text, also on repeated calls', () => {
    for (let turn = 0; turn < 2; turn++) expect(all.map((_, i) => fromUtf8(bytes(i)))).toEqual(all);
  });

  it('stores equal texts once', () => {
    expect(column.texts.positions).toHaveLength(3);
    expect(bytes(5)).toBe(bytes(0));
  });
});

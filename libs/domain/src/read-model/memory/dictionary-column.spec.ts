import { dictionaryColumn } from './dictionary-column.js';
import { TextArena, textAt } from './text-arena.js';

describe('a dictionary column', () => {
  const arena = new TextArena();
  const all = ['b', 'a', 'b', 'été', 'a', 'b'];
  const { indexes, texts } = dictionaryColumn(
    all.map((text) => arena.intern(text)),
    arena,
  );

  it('returns each text', () => {
    expect(all.map((_, i) => textAt(texts, indexes[i]!))).toEqual(all);
  });

  it('stores equal texts once', () => {
    expect(texts.positions).toHaveLength(3);
  });
});

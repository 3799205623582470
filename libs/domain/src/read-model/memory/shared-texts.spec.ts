import { fromUtf8 } from '../../text/utf8.js';
import { sharedColumn, SharedTexts } from './shared-texts.js';
import { TextArena } from './text-arena.js';

describe('a shared column', () => {
  const arena = new TextArena();
  const all = ['b', 'a', 'b', 'été', 'a', 'b'];
  const column = sharedColumn(
    all.map((text) => arena.addOnce(text)),
    arena,
  );
  const texts = new SharedTexts(column);

  it('gives back each text, also when it is asked again', () => {
    for (let turn = 0; turn < 2; turn++) expect(all.map((_, i) => fromUtf8(texts.bytes(i)))).toEqual(all);
  });

  it('holds equal ones once', () => {
    expect(column.texts.positions).toHaveLength(3);
    expect(texts.bytes(5)).toBe(texts.bytes(0));
  });
});

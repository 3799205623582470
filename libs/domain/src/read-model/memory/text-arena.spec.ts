import { TextArena, textAt } from './text-arena.js';

describe('TextArena', () => {
  it.each([
    ['short texts', ['', 'a', 'été', '中文𠀀', '']],
    ['a text whose length exceeds two bytes', ['a', 'é'.repeat(40_000), 'b']],
    ['a text larger than a block', ['a', 'x'.repeat(1_500_000), 'b']],
    ['more texts than fit in a block', Array.from({ length: 3_000 }, (_, i) => `${i} ${'中'.repeat(200)}`)],
  ])('returns %s', (_, all) => {
    const arena = new TextArena();
    const texts = arena.column(all.map((text) => arena.add(text)));
    expect(all.map((_text, i) => textAt(texts, i))).toEqual(all);
  });

  it('stores interned texts once, and others each time', () => {
    const arena = new TextArena();
    const places = [arena.add('same'), arena.intern('same'), arena.intern('other'), arena.intern('same')];
    expect(places[3]).toBe(places[1]);
    expect(new Set(places.map(({ position }) => position)).size).toBe(3);
    const texts = arena.column(places);
    expect(places.map((_, i) => textAt(texts, i))).toEqual(['same', 'same', 'other', 'same']);
  });

  it('finds a text inside another, and stores it if it does not occur there', () => {
    const arena = new TextArena();
    const whole = 'é {"id":"7"}';
    const place = arena.add(whole);
    const places = [arena.addWithin(whole, place, '7'), arena.addWithin(whole, place, '8')];
    const texts = arena.column(places);
    expect(places.map((_, i) => textAt(texts, i))).toEqual(['7', '8']);
    expect(places[0]!.position).toBe(place.position + 10);
  });

  it('finds a part that begins in the first megabyte of a longer text, and stores one that begins later', () => {
    const arena = new TextArena();
    const whole = `${'é'.repeat(2 ** 19 - 1)}12345`;
    const span = arena.add(whole);
    const parts = ['2345', '345', '45'];
    const spans = parts.map((part) => arena.addWithin(whole, span, part));
    const texts = arena.column(spans);
    expect(parts.map((_, i) => textAt(texts, i))).toEqual(parts);
    expect(spans[0]!.position).toBe(span.position + 2 ** 20 - 1);
  });

  it('holds 4 GB, and refuses more instead of mixing texts up', () => {
    const arena = new TextArena();
    const fill = (blocks: number) =>
      arena.blocks.push(...Array.from({ length: blocks - arena.blocks.length }, () => new Uint8Array(0)));
    fill(4_094);
    const texts = arena.column([arena.add('first of the last megabyte'), arena.add('é'), arena.add('last')]);
    expect([0, 1, 2].map((i) => textAt(texts, i))).toEqual(['first of the last megabyte', 'é', 'last']);
    expect(() => arena.add('x'.repeat(2 ** 20))).toThrow('more than 4 GB');
    expect(textAt(texts, 2)).toBe('last');
  });
});

import { lostWords } from '../../test/lost-words.js';

describe('every word of a question is read, named as unused, or a filler', () => {
  const objects = [
    'children',
    'kids',
    'babies',
    'teens',
    'seniors',
    'adults',
    'newcomers',
    'students',
    'refugees',
    'OHIP',
    'cash',
    'enfants',
    'aînés',
    'adultes',
    'walk-ins',
    'pregnant women',
    'veterans',
    'new patients',
    'dogs',
  ];
  const frames = [
    'doctor who accepts X',
    'taking X in Ajax',
    'clinic for X near Finch',
    'médecin qui accepte les X',
    'X and a GP',
    'is accepting new X',
  ];
  test.each(objects)('about %s', (object) => {
    expect(lostWords(frames.map((frame) => frame.replace('X', object)))).toEqual([]);
  });
});

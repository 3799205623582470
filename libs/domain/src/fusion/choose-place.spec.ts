import { choosePlace } from './choose-place.js';

const LANTERN = { id: 'lantern', name: 'Lantern Clinic', phone: '+1-416-555-0777' };
const ANNEX = { id: 'annex', name: 'Lantern Clinic Annex', phone: '+1-416-555-0778' };
const DENTAL = { id: 'maple', name: 'Maple Family Practice', phone: '' };

describe('the clinic at an address where a doctor practices', () => {
  const chosen = (name: string | null, phone = '', ...candidates: readonly (typeof LANTERN)[]) =>
    choosePlace({ name, phone }, candidates.length > 0 ? candidates : [LANTERN, ANNEX, DENTAL])?.id;

  it.each<[string, string | null, string, string | undefined]>([
    ['the name', 'LANTERN CLINIC ANNEX', '', 'annex'],
    ['the name, whatever the telephone is', 'Lantern Clinic', ANNEX.phone, 'lantern'],
    ['a similar name', 'The Maple Family Practice Inc.', '', 'maple'],
    ['the telephone without a name', null, ANNEX.phone, 'annex'],
    ['nothing without either', null, '', undefined],
    ['nothing with another name', 'Oak Dermatology', LANTERN.phone, undefined],
  ])('is that with %s', (_, name, phone, expected) => {
    expect(chosen(name, phone)).toBe(expected);
  });

  it('is none of several with one name', () => {
    expect(chosen('Lantern Clinic', '', LANTERN, { ...LANTERN, id: 'other' })).toBeUndefined();
  });
});

import { english } from '../messages/index.js';
import {
  LANGUAGES,
  listedNames,
  SPECIALTIES,
  specialtiesForReason,
  unmatchedWarning,
  Vocabulary,
} from './index.js';
import { NAME_KINDS, type NameRow } from './name-row.js';
import { LANGUAGE_ROWS, REASON_ROWS, SPECIALTY_ROWS } from './generated/names.js';

const SPECIALTIES_LISTED = listedNames(SPECIALTIES.names);
const LANGUAGES_LISTED = listedNames(LANGUAGES.names.filter((name) => name !== 'Chinese'));

describe('everyday words for specialties', () => {
  const ENT = 'Otolaryngology - Head and Neck Surgery';
  const OB = 'Obstetrics and Gynecology';
  it.each([
    ['GP', 'Family Medicine'],
    ['family doctor', 'Family Medicine'],
    ['general practitioner', 'Family Medicine'],
    ['primary care', 'Family Medicine'],
    ['walk-in doctor', 'Family Medicine'],
    ['médecin de famille', 'Family Medicine'],
    ['kids doctor', 'Pediatrics'],
    ["children's doctor", 'Pediatrics'],
    ['pediatrician', 'Pediatrics'],
    ['paediatrician', 'Pediatrics'],
    ['baby doctor', 'Pediatrics'],
    ['OBGYN', OB],
    ['OB/GYN', OB],
    ['ob-gyn', OB],
    ['gynecologist', OB],
    ["women's doctor", OB],
    ['pregnancy doctor', OB],
    ['ENT', ENT],
    ['E.N.T.', ENT],
    ['ear, nose & throat', ENT],
    ['throat doctor', ENT],
    ['skin doctor', 'Dermatology'],
    ['dermatologist', 'Dermatology'],
    ['heart specialist', 'Cardiology'],
    ['heart doctor', 'Cardiology'],
    ['cardiologue', 'Cardiology'],
    ['bone doctor', 'Orthopedic Surgery'],
    ['orthopedics', 'Orthopedic Surgery'],
    ['eye doctor', 'Ophthalmology'],
    ['lung doctor', 'Respirology'],
    ['pulmonologist', 'Respirology'],
    ['kidney doctor', 'Nephrology'],
    ['stomach doctor', 'Gastroenterology'],
    ['GI', 'Gastroenterology'],
    ['shrink', 'Psychiatry'],
    ['psychiatrist', 'Psychiatry'],
    ['brain surgeon', 'Neurosurgery'],
    ['nerve doctor', 'Neurology'],
    ['diabetes doctor', 'Endocrinology and Metabolism'],
    ['hormone doctor', 'Endocrinology and Metabolism'],
    ['allergist', 'Clinical Immunology and Allergy'],
    ['arthritis doctor', 'Rheumatology'],
    ['fertility doctor', 'Gynecologic Reproductive Endocrinology and Infertility'],
    ['plastic surgeon', 'Plastic Surgery'],
    ['prostate doctor', 'Urology'],
    ['radiology', 'Diagnostic Radiology'],
    ['geriatrician', 'Geriatric Medicine'],
    ['pain clinic', 'Pain Medicine'],
    ['anesthetist', 'Anesthesiology'],
    ['vein doctor', 'Vascular Surgery'],
  ])('%j is %s', (value, name) => {
    const reading = SPECIALTIES.resolve(value, SPECIALTIES_LISTED);
    expect(reading).toEqual({ by: 'other-name', value, as: [name], listed: true });
  });
});

describe('other names of languages', () => {
  it.each([
    ['Farsi', ['Persian']],
    ['fa', ['Persian']],
    ['فارسی', ['Persian']],
    ['Filipino', ['Tagalog']],
    ['Panjabi', ['Punjabi']],
    ['anglais', ['English']],
    ['espanol', ['Spanish']],
    ['हिन्दी', ['Hindi']],
    ['ASL', ['American Sign Language']],
    ['Sign Language', ['American Sign Language', 'Quebec Sign Language', 'Sign Languages']],
    ['Serbo-Croat', ['Serbo-Croatian', 'Serbian', 'Croatian', 'Bosnian']],
    ['Hokkien', ['Min Nan']],
    ['Wu', ['Shanghainese']],
    ['créole haïtien', ['Haitian Creole']],
    ['Chinese', ['Cantonese', 'Mandarin', 'Hakka']],
    ['chinois', ['Cantonese', 'Mandarin', 'Hakka']],
    ['zh', ['Cantonese', 'Mandarin', 'Hakka']],
    ['中文', ['Cantonese', 'Mandarin', 'Hakka']],
  ])('%j stands for %j', (value, as) => {
    expect(LANGUAGES.resolve(value, LANGUAGES_LISTED)).toEqual({ by: 'other-name', value, as, listed: true });
  });

  it('a listed name is only itself, although it is another name as well', () => {
    const reading = LANGUAGES.resolve('CHINESE', listedNames(LANGUAGES.names));
    expect(reading).toEqual({ by: 'name', value: 'CHINESE', as: ['Chinese'], listed: true });
  });
});

describe('a value that nobody listed has', () => {
  const listed = listedNames(['Cardiology', 'Family Medicine', 'Nail Care']);
  it('a known name', () => {
    const reading = SPECIALTIES.resolve('Urology', listed);
    expect(reading).toEqual({ by: 'name', value: 'Urology', as: ['Urology'], listed: false });
    expect(english(unmatchedWarning('specialty', reading)!)).toBe(
      "No listed doctor has the specialty 'Urology'.",
    );
  });
  it('a wider field that it also stands for', () => {
    const reading = SPECIALTIES.resolve('hepatologist', listedNames(['Gastroenterology']));
    expect(reading).toMatchObject({ as: ['Gastroenterology'], listed: true });
    expect(SPECIALTIES.nameOf('hepatologist')).toBe('Hepatology');
  });
  it('another name of it', () => {
    const reading = SPECIALTIES.resolve('urologist', listed);
    expect(reading).toEqual({ by: 'other-name', value: 'urologist', as: ['Urology'], listed: false });
  });
  it('is not suggested', () => {
    expect(SPECIALTIES.resolve('Urolgy', listed)).toEqual({
      by: 'unknown',
      value: 'Urolgy',
      suggestion: undefined,
    });
    expect(SPECIALTIES.resolve('Cardiolgy', listed)).toMatchObject({ suggestion: 'Cardiology' });
  });
  it('a listed name that the vocabulary does not have is known', () => {
    expect(SPECIALTIES.resolve('nail care', listed)).toMatchObject({ by: 'name', as: ['Nail Care'] });
  });
});

describe('warnings', () => {
  it.each([
    ['Dermatolgy', "No listed doctor has the specialty 'Dermatolgy'. Did you mean 'Dermatology'?"],
    ['onclogy', "No listed doctor has the specialty 'onclogy'. Did you mean 'Oncology'?"],
    ['podiatry', "No listed doctor has the specialty 'podiatry'."],
    [
      'Pap test',
      "'Pap test' is not a specialty: Family Medicine and Obstetrics and Gynecology see people for it.",
    ],
    ['Moles', "'Moles' is not a specialty: Family Medicine and Dermatology see people for it."],
    ['blood test', "'blood test' is not a specialty: Family Medicine sees people for it."],
    ['x'.repeat(100_000), `No listed doctor has the specialty '${'x'.repeat(40)}'.`],
    ['Dermatology', undefined],
    ['skin doctor', undefined],
  ])('%.20j', (value, warning) => {
    const message = unmatchedWarning('specialty', SPECIALTIES.resolve(value, SPECIALTIES_LISTED));
    expect(message && english(message)).toBe(warning);
  });

  it('of languages', () => {
    const reading = LANGUAGES.resolve('Punjaby', LANGUAGES_LISTED);
    expect(english(unmatchedWarning('language', reading)!)).toBe(
      "No listed doctor speaks 'Punjaby'. Did you mean 'Punjabi'?",
    );
  });
});

describe('what sources of records mean', () => {
  it.each([
    ['radiology', 'Diagnostic Radiology'],
    ['ob-gyn', 'Obstetrics and Gynecology'],
    ['Obstetrics &  Gynecology', 'Obstetrics and Gynecology'],
    ['Sports Medicine', 'Sport and Exercise Medicine'],
    ['Paediatric Anaesthesia', 'Pediatric Anesthesiology'],
    ['Adult Respirology', 'Respirology'],
    ['médecine familiale', 'Family Medicine'],
    // People say it, registers do not.
    ['heart doctor', undefined],
    // Stands for several.
    ['Oncology', undefined],
    ['podiatry', undefined],
  ])('%j is %s', (spelling, name) => {
    expect(SPECIALTIES.nameOf(spelling)).toBe(name);
  });

  it.each([
    ['Chinese', 'Chinese'],
    ['Chinese, n.o.s.', 'Chinese'],
    ['Chinese (Cantonese)', 'Cantonese'],
    ['Español', 'Spanish'],
    ['Sign Language', 'Sign Languages'],
    ['Serbo-Croat', 'Serbo-Croatian'],
    ['Karen', 'Karenic Languages'],
    ['Tamoul', 'Tamil'],
    ['anglais', 'English'],
    // An ISO code, and the word that many columns hold.
    ['no', undefined],
  ])('%j is %s', (spelling, name) => {
    expect(LANGUAGES.nameOf(spelling)).toBe(name);
  });
});

it.each([
  ['heart doctor', 'Cardiology'],
  ['médecine familiale', 'Family Medicine'],
  ['Dermatolgy', 'Dermatology'],
  // A beginning, of which the French name of a pediatric field is a longer one.
  ['cardiolog', 'Cardiology'],
  ['podiatry', undefined],
])('a source that says %j may mean %s', (spelling, name) => {
  expect(SPECIALTIES.suggest(spelling)).toBe(name);
});

describe('the data', () => {
  it.each([
    ['specialties', SPECIALTY_ROWS],
    ['languages', LANGUAGE_ROWS],
  ])('%s: no row twice, none empty, every kind known, and what is not listed has no other row', (_, rows) => {
    const keys = rows.map(([name, otherName]) => `${name}|${otherName}`.toLowerCase());
    expect(keys).toHaveLength(new Set(keys).size);
    expect(rows.filter(([, otherName, kind]) => otherName === '' || !NAME_KINDS.includes(kind))).toEqual([]);
    expect(rows.filter(([name, , kind]) => (name === '') !== (kind === 'not-listed'))).toEqual([]);
    const others = new Set(
      rows.filter(([name]) => name !== '').map(([, otherName]) => otherName.toLowerCase()),
    );
    expect(rows.filter(([name, otherName]) => name === '' && others.has(otherName.toLowerCase()))).toEqual(
      [],
    );
  });

  it('every reason names specialties of the list, and is none itself', () => {
    for (const [reason, specialties] of REASON_ROWS) {
      expect(specialties.filter((name) => !SPECIALTIES.names.includes(name))).toEqual([]);
      expect([reason, SPECIALTIES.resolve(reason, SPECIALTIES_LISTED).by]).toEqual([reason, 'unknown']);
      expect(specialtiesForReason(reason)).toEqual(specialties);
    }
  });

  it('an own vocabulary works like those of the directory', () => {
    const rows: NameRow[] = [
      ['Maple', 'Sugar Tree', 'variant'],
      ['', 'Mapel Syrup', 'not-listed'],
    ];
    const trees = new Vocabulary(rows);
    expect(trees.resolve('sugar tree', listedNames(['Maple']))).toMatchObject({ as: ['Maple'] });
    expect(trees.suggest('Mapel')).toBeUndefined();
    expect(trees.suggest('Mapple')).toBe('Maple');
  });
});

import { read, stops, valuesOf } from '../../test/read-questions.js';

describe('a street is no point', () => {
  test.each([
    ['doctor near King Street', 'near King Street: street'],
    ['cardiologist on King', 'on King: street'],
    ['walk-in on Yonge', 'on Yonge: street'],
    ['rue King Ouest', 'rue King Ouest: street'],
    ['sur la rue Queen', 'sur la rue Queen: street'],
    ['Eglinton Avenue', 'Eglinton Avenue: street'],
    ['avenue Eglinton', 'avenue Eglinton: street'],
    ['highway 7', 'highway 7: street'],
    ['Main Street Brampton', 'Main Street Brampton: street'],
    ['Sheppard', 'Sheppard: street'],
    ['John Smith', 'John Smith: unknown'],
    ['on Queen and Spadina', ''],
    ['near Kipling', ''],
    ['Eglinton and Avenue Road', ''],
  ])('%s', (question, unused) => {
    expect(stops(question)).toBe(unused);
  });

  test('its crossings are offered, of the municipality that is named', () => {
    expect(read('doctors on Yonge Street in Markham')).toMatchObject({
      values: {},
      unused: [{ places: expect.arrayContaining(['Steeles Ave W and Yonge St, Markham']) }],
    });
    expect(read('King Street').unused).toMatchObject([
      { places: expect.arrayContaining(['King St and Yonge St, Toronto']) },
    ]);
  });
});

describe('who asks for the nearest has to say where', () => {
  test.each([
    ['nearest walk-in', 'nearest: here'],
    ['cardiologist nearby', 'nearby: here'],
    ['pediatrician close to home', 'close to home: here'],
    ['cardiologue le plus proche', 'le plus proche: here'],
    ['nearest walk-in near me', 'near me: here'],
    ['closest pediatrician in Brampton', ''],
    ['nearest cardiologist to Kipling', ''],
    ['la clinique la plus proche de la station Union', ''],
    ['nearest doctor in Hamilton', 'in Hamilton: outside'],
  ])('%s', (question, unused) => {
    expect(stops(question)).toBe(unused);
  });
});

test.each([
  ['TMU', 'area=TMU'],
  ['UTM family doctor', 'near=UTM specialties=Family Medicine'],
  ['near York U campus', 'near=York U'],
  ['near UofT Scarborough campus', 'near=UofT Scarborough'],
  ['près de l’Université de Toronto', 'near=Université de Toronto'],
  ['near UOIT', 'near=UOIT'],
])('a campus as people name it: %s', (question, values) => {
  expect([stops(question), valuesOf(question)]).toEqual(['', values]);
});

test('a campus is in no other city than its own', () => {
  expect(stops('near Humber College Mississauga')).toBe('Mississauga: contradicted');
  expect(stops('near McMaster University')).toBe('near McMaster University: outside');
});

test('the whole area leaves nobody out, and is said', () => {
  for (const where of ['in Ontario', 'anywhere in Canada', 'in the GTA', 'partout au Canada'])
    expect(read(`cardiologist ${where}`)).toMatchObject({
      values: { specialties: 'Cardiology' },
      unused: [{ text: where, why: 'whole-area' }],
    });
  for (const question of ['GP in Brampton, Ontario', 'a GP, I moved to Canada'])
    expect(read(question).unused).toEqual([]);
  for (const name of ['near Canada Drive', 'Health Canada', 'Dr Ontario', 'near Ontario Street'])
    expect([name, read(name).unused.map(({ why }) => why)]).not.toEqual([name, ['whole-area']]);
});

test.each([
  ['prison doctor', 'prison: unknown'],
  ['plain doctor', 'plain: unknown'],
  ['creation doctor', 'creation: unknown'],
  ['christian doctor', 'christian: unknown'],
])('"%s" is no misspelling', (question, unused) => {
  expect(stops(question)).toBe(unused);
});

test.each([
  ['cardiologists', 'specialties=Cardiology'],
  ['une cardiologue ou une pédiatre', 'gender=female specialties=Cardiology,Pediatrics'],
  ['wheel chair accessible clinic in Ajax', 'area=Ajax wheelchair=true'],
  ['um so like a cardiologist in Ajax', 'area=Ajax specialties=Cardiology'],
])('%s', (question, values) => {
  expect(valuesOf(question)).toBe(values);
  expect(read(question).read.some(({ misspelled }) => misspelled)).toBe(false);
});

describe('which doctor somebody needs is for Health811 to say', () => {
  test.each([
    ['which doctor do I need', 'which doctor do I: advice'],
    ['should I see a cardiologist', 'should I see: advice'],
    ['what is a cardiologist', 'what is a: advice'],
    ['quel médecin dois-je voir', 'quel médecin dois-je voir: advice'],
    ['cataract surgery', 'cataract: visit'],
    ['can I see a cardiologist in Ajax', ''],
  ])('%s', (question, unused) => {
    expect(stops(question)).toBe(unused);
  });
});

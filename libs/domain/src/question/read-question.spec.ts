import { readQuestion } from './read-question.js';

/** A Wednesday at 13:00 in Toronto. */
const NOW = new Date('2026-11-25T18:00:00Z');
const read = (question: string) => readQuestion(question, { now: NOW });
/** Values as one line. */
const valuesOf = (question: string) =>
  Object.entries(read(question).values)
    .map((entry) => entry.join('='))
    .toSorted()
    .join(' ');

describe('every word of a question becomes a filter', () => {
  test.each([
    [
      'family doctor who speaks Tamil near Kipling open Sunday after 7, accepting',
      'accepting=true days=sun languages=Tamil near=Kipling openAt=19:00 specialties=Family Medicine',
    ],
    [
      'Female pediatrician in Scarborough, open on weekends',
      'area=Scarborough gender=female specialties=Pediatrics weekend=true',
    ],
    ['Dermatologist within 5 km of M5V 2T6', 'near=M5V 2T6 specialties=Dermatology within=5'],
    [
      'médecin de famille qui parle tamoul près de Kipling',
      'languages=Tamil near=Kipling specialties=Family Medicine',
    ],
    [
      'un cardiologue à moins de 5 km de la station Finch',
      'near=station Finch specialties=Cardiology within=5',
    ],
    [
      'pédiatre femme qui accepte de nouveaux patients à Mississauga',
      'accepting=true area=Mississauga gender=female specialties=Pediatrics',
    ],
    [
      'une dermatologue à North York, ouverte le samedi matin',
      'area=North York days=sat gender=female openAt=09:00 specialties=Dermatology',
    ],
    [
      'dentiste? non: cardiologue ouvert après 19 h 30',
      'date=2026-11-25 openAt=19:30 specialties=Cardiology',
    ],
    [
      'Médecin parlant français, rendez-vous en ligne, fin de semaine',
      'languages=French virtualVisits=true weekend=true',
    ],
    ['GP downtown taking new patients', 'accepting=true area=downtown specialties=Family Medicine'],
    [
      'Who speaks Farsi and is near Yonge and Finch?',
      'languages=Persian near=Finch Ave and Yonge St, Toronto',
    ],
    ['Punjabi speaking lady doctor Brampton', 'area=Brampton gender=female languages=Punjabi'],
    [
      'Mandarin or Cantonese speaking GP in Markham',
      'area=Markham languages=Mandarin,Cantonese specialties=Family Medicine',
    ],
    ['wheelchair accessible clinic near subway', 'nearTTC=true wheelchair=true'],
    [
      'OBGYN, female, speaks Urdu, 10+ years experience, Milton',
      'area=Milton gender=female languages=Urdu minYears=10 specialties=Obstetrics and Gynecology',
    ],
    ['open before 8 am on Monday near St. George', 'days=mon near=St. George openAt=07:59'],
    [
      'Spanish near Dufferin station, open until 8',
      'date=2026-11-25 languages=Spanish near=Dufferin station openAt=19:59',
    ],
    [
      'Is there a walk-in clinic open now near Union?',
      'clinicType=walk-in date=2026-11-25 near=Union openAt=13:00',
    ],
    ['doctor open tomorrow evening in Oakville', 'area=Oakville date=2026-11-26 openAt=18:00'],
    [
      'psychiatrist online weekdays at 7pm',
      'days=mon,tue,wed,thu,fri openAt=19:00 specialties=Psychiatry virtualVisits=true',
    ],
    ['2.5 km from 43.65,-79.38', 'near=43.65,-79.38 within=2.5'],
    ['within 3 miles of Finch', 'near=Finch within=4.83'],
    ['family doctor in Fairview, North York', 'area=fairview-north-york specialties=Family Medicine'],
    ['gynécologue Toronto centre-ville', 'area=centre-ville specialties=Obstetrics and Gynecology'],
    [
      'ENT within 10 km in Oakville',
      'near=Oakville specialties=Otolaryngology - Head and Neck Surgery within=10',
    ],
    ['french speaking doctor in little italy', 'area=little italy languages=French'],
    ['Dr. Patel in Markham', 'area=Markham match=forgiving q=Patel'],
    ['Dr French near Kipling', 'match=forgiving near=Kipling q=French'],
    ['a doctor named van der Berg', 'match=forgiving q=van der Berg'],
    ['123456', 'q=123456'],
    ['cardiology', 'specialties=Cardiology'],
  ])('%s', (question, values) => {
    expect(valuesOf(question)).toBe(values);
  });
});

describe('misspelled names', () => {
  test.each([
    [
      'famly docter near Kiplin',
      'near=Kipling station specialties=Family Medicine',
      ['famly docter', 'Kiplin'],
    ],
    [
      'dermatoligist in Scarborugh',
      'area=Scarborough specialties=Dermatology',
      ['dermatoligist', 'Scarborugh'],
    ],
    ['pediatrition in missisauga', 'area=Mississauga specialties=Pediatrics', ['pediatrition', 'missisauga']],
    [
      'orthopedic surgen, north yrok',
      'area=North York specialties=Orthopedic Surgery',
      ['orthopedic surgen', 'north yrok'],
    ],
    ['speaks Punjaby', 'languages=Punjabi', ['Punjaby']],
  ])('%s', (question, values, misspelled) => {
    expect(valuesOf(question)).toBe(values);
    expect(
      read(question)
        .read.filter((part) => part.misspelled)
        .map(({ text }) => text),
    ).toEqual(misspelled);
  });
});

describe('words that become no filter', () => {
  test.each([
    [
      'cheap dentist with free parking',
      '',
      ['cheap: no-filter', 'dentist: profession', 'free parking: no-filter'],
    ],
    ['male doctor not female', 'gender=male', ['not female: negated']],
    ['doctors not accepting patients in Vaughan', 'area=Vaughan', ['not accepting patients: negated']],
    ['dermatologist but not in Scarborough', 'specialties=Dermatology', ['not in Scarborough: negated']],
    ['near Kipling near Finch', 'near=Kipling', ['near Finch: contradicted']],
    ['kids doctor near me', 'specialties=Pediatrics', ['near me: here']],
    [
      'ENT within 10 km',
      'specialties=Otolaryngology - Head and Neck Surgery',
      ['within 10 km: place-needed'],
    ],
    ['someone who speaks Klingon', '', ['Klingon: not-listed']],
    ['doctor in Paris', '', ['Paris: unknown']],
    ['asdf qwerty', '', ['asdf qwerty: unknown']],
    ['', '', []],
    ['?!', '', []],
  ])('%s', (question, values, unused) => {
    expect(valuesOf(question)).toBe(values);
    expect(read(question).unused.map(({ text, why }) => `${text}: ${why}`)).toEqual(unused);
  });

  test('a reason for a visit is no filter, and names the specialties that see people for it', () => {
    expect(read('Pap test near Dundas West')).toMatchObject({
      values: { near: 'Dundas West' },
      unused: [
        { text: 'Pap test', why: 'visit', specialties: ['Family Medicine', 'Obstetrics and Gynecology'] },
      ],
    });
  });

  test('codes of languages are words of questions', () => {
    expect(valuesOf('is it in or is he my GP')).toBe('specialties=Family Medicine');
  });
});

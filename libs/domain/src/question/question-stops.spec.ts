import { questionText } from './question-text.js';
import { read, stops, valuesOf } from '../../test/read-questions.js';

describe('words that stop a list', () => {
  test.each([
    ['dentist in Brampton', 'dentist: profession'],
    ['cheap dentist downtown', 'dentist: profession'],
    ['optometrist', 'optometrist: profession'],
    ['nurse practitioner in Ajax', 'nurse practitioner: profession'],
    ['psychologist in Vaughan', 'psychologist: profession'],
    ['massage near Kipling', 'massage: profession'],
    ['vet', 'vet: profession'],
    ['lawyer in Toronto', 'lawyer: profession'],
    ['avocat à Toronto', 'avocat: profession'],
    ['physiothérapeute à Ajax', 'physiothérapeute: profession'],
    ['une sage-femme à Milton', 'sage-femme: profession'],
    ['family doctor in Hamilton', 'in Hamilton: outside'],
    ['médecin de famille à Montréal', 'à Montréal: outside'],
    ['doctor near New York', 'near New York: outside'],
    ['pediatrician Boston', 'Boston: outside'],
    ['L8P 1A1', 'L8P 1A1: outside'],
    ['M9Z 1A1', 'M9Z 1A1: unknown'],
    ['Icelandic speaking doctor', 'Icelandic: not-listed'],
    ['doctor who speaks Klingon', 'Klingon: not-listed'],
    ['urologist', 'urologist: not-listed'],
    ['会说普通话的家庭医生', '会说普通话的家庭医生: unknown'],
    ['ਬੋਲਣ ਵਾਲਾ', 'ਬੋਲਣ ਵਾਲਾ: unknown'],
    ['médico que fale português', 'médico: unknown; fale: unknown'],
    ['Dufferin Street', 'Dufferin Street: street'],
    ['somewhere nice', 'somewhere: unknown'],
    ['doctor not male in Vaughan', 'not male: negated'],
    ['no male doctors', 'no male doctors: negated'],
    ['male excluded', 'male excluded: negated'],
    ['non-male doctor', 'non-male doctor: negated'],
    ['doctor not in Toronto', 'not in Toronto: negated'],
    ['any clinic except in Scarborough', 'except in Scarborough: negated'],
    ['médecin pas à Toronto', 'pas à Toronto: negated'],
    ['qui ne parle pas anglais', 'ne parle pas anglais: negated'],
    [
      'une clinique qui n’accepte pas de nouveaux patients',
      'n’accepte: negated; pas de nouveaux patients: negated',
    ],
    ['kids doctor near me', 'near me: here'],
    ['ENT within 10 km', 'within 10 km: place-needed'],
    ['near Kipling or Islington', 'Islington: contradicted'],
    ['tonight at 8am', 'tonight: contradicted'],
    ['doctor for my eyes', 'eyes: visit'],
    ['home visits in Toronto', 'home visits: not-listed'],
    ['Somalia', 'Somalia: outside'],
    ['Roman', 'Roman: unknown'],
    ['my knee is killing me', 'knee: unknown; killing: unknown'],
    ['urgent care near Mississauga', 'urgent care: not-listed'],
    ['urgent care', 'urgent care: not-listed'],
    ['Urgent Care Centre in Ajax', 'Urgent Care Centre: not-listed'],
    ['soins urgents à Ajax', 'soins urgents: not-listed'],
    ['une urgence à Ajax', 'urgence: not-listed'],
    ['clinique sans rendez-vous d’urgence', 'clinique sans rendez-vous d’urgence: not-listed'],
    ['young doctor in Toronto', 'young: unknown'],
    ['Young doctor in Toronto', 'Young: unknown'],
    ['doctor young enough for me', 'young enough: unknown'],
    ['YOUNG DOCTOR IN TORONTO', 'YOUNG: unknown'],
    ['walker accessible clinic', 'walker: unknown'],
    ['clinic with long hallways', 'long hallways: unknown'],
    ['un spécialiste du dos', 'dos: visit'],
    ['back specialist', 'back: visit'],
    ['doctor at 100 Queen Street West', 'at 100 Queen Street West: street'],
    ['doctor at 10 Queen Street West', 'at 10 Queen Street West: street'],
    ['clinic at 5 King St', 'at 5 King St: street'],
    ['clinic near 2075 Bayview Avenue', 'near 2075 Bayview Avenue: street'],
    ['médecin au 100 rue Queen Ouest', 'au 100 rue Queen Ouest: street'],
    ['médecin au 12 boulevard Lakeshore', 'au 12 boulevard Lakeshore: street'],
    ['doctor at 100 Queen', 'at 100 Queen: street'],
    ['Singh at 100 Queen Street', 'at 100 Queen Street: street'],
    ['un médecin d’urgence à Ajax', 'd’urgence: not-listed'],
    ['doctor at 100', '100: unknown'],
    ['doctor who accepts children', 'children: visit'],
    ['doctor who sees kids in Ajax', 'kids: visit'],
    ['un médecin qui accepte les enfants', 'enfants: visit'],
    ['un médecin pour mon bébé', 'bébé: visit'],
    ['doctor who accepts seniors', 'seniors: visit'],
    ['clinic taking teenagers', 'teenagers: visit'],
    ['speaks Tamil and English', 'Tamil and English: any-only'],
    ['doctor in Ajax who speaks both Tamil and Sinhala', 'Tamil and Sinhala: any-only'],
    ['parle tamoul et anglais', 'tamoul et anglais: any-only'],
    ['speaks Tamil, Sinhala and English', 'Tamil Sinhala and English: any-only'],
    ['speaks Tamil and also speaks Sinhala', 'Tamil and also speaks Sinhala: any-only'],
    ['speaks Tamil as well as Hindi', 'Tamil as well as Hindi: any-only'],
    ['speaks Tamil & Hindi', 'Tamil & Hindi: any-only'],
    ['francophone qui parle aussi arabe', 'francophone qui parle aussi arabe: any-only'],
    ['doctor who accepts women', 'accepts women: not-listed'],
    ['médecin pour femmes', 'pour femmes: not-listed'],
    ['100 doctors', '100: unknown'],
    ['30 minutes from Finch', '30 minutes: not-listed'],
    ['20 minutes by bus from Finch', '20 minutes by bus: not-listed'],
    ['within a 20 minute drive of Finch', 'within a 20 minute drive: not-listed'],
    ['à une heure de Toronto', 'à une heure: not-listed'],
    ['à 15 minutes à pied de Finch', 'à 15 minutes à pied: not-listed'],
    ['a 15 minute appointment', '15 minute: unknown'],
    ['open from 9 to 5', 'open from 9 to 5: span'],
    ['open 9am-5pm', 'open 9am-5pm: span'],
    ['open Monday 9 to 5', '9 to 5: span'],
    ['open nine to five', 'open nine to five: span'],
    ['open between 5 and 8 pm', 'open between 5 and 8 pm: span'],
    ['ouvert entre 9 h et 17 h', 'ouvert entre 9 h et 17 h: span'],
    ['de 9 à 17 h', 'de 9 à 17 h: span'],
    ['10-20 Main St', '10-20 Main St: street'],
    ['open from Monday', 'from Monday: span'],
    ['open by Friday', 'by Friday: span'],
    ['à partir de lundi', 'à partir de lundi: span'],
    ['open Monday morning to Wednesday', 'Monday morning to Wednesday: span'],
    ['clinic before 10 Main Street', 'before: unknown; 10 Main Street: street'],
    ['pediatrician ages 0-5', 'ages 0-5: unknown'],
    ['pediatrician open next weekend', 'next weekend: unknown'],
    ['médecin ouvert la fin de semaine prochaine', 'la fin de semaine prochaine: unknown'],
    ['GP open next month', 'next month: unknown'],
    ['GP at 9 next week', 'next week: unknown'],
    ['GP open in two weeks', 'in two weeks: unknown'],
    ['GP open in three days', 'in three days: unknown'],
    ['GP open this month', 'this month: unknown'],
    ['ouvert le mois prochain', 'le mois prochain: unknown'],
    ['ouvert dans 2 semaines', 'dans 2 semaines: unknown'],
    ['5-10 km from Union', '5-10: unknown'],
    ['any specialist but cardiology', 'any specialist but cardiology: negated'],
    ['open all night', 'open all night: not-listed'],
    ['24 hour clinic', '24 hour: not-listed'],
    ['open evenings or weekends', 'weekends: contradicted'],
    ['a walk-in or a family doctor', 'family doctor: contradicted'],
    [
      'cardiologist in Ajax and pediatrician in Milton',
      'pediatrician: contradicted; in Milton: contradicted',
    ],
    ['un cardiologue à Ajax ou un pédiatre', 'pédiatre: contradicted'],
    ['a 10/10 family doctor', '10/10: ambiguous'],
    ['ouvert le 5 à 7', 'ouvert le 5 à 7: span'],
    ['doctor at Mount Sinai Hospital', 'at Mount Sinai Hospital: not-listed'],
    ['cardiologist at SickKids', 'at SickKids: not-listed'],
    ['doctor near the hospital', 'near the hospital: here'],
    ['près de la bibliothèque', 'près de la bibliothèque: here'],
    ['off the QEW in Oakville', 'off the QEW: street'],
    ['skin doctor with short wait', 'with short wait: not-listed'],
    ['sans référence', 'sans référence: not-listed'],
    ['dermatologist, no referral needed', 'no referral needed: not-listed'],
    ['open an hour before closing', 'an hour before closing: not-listed'],
    ['une heure avant la fermeture', 'une heure avant la fermeture: not-listed'],
    ['open at Easter', 'at Easter: holiday'],
    ['open on Chinese New Year', 'on Chinese New Year: unknown'],
    ['vaccin contre la grippe', 'vaccin contre la grippe: visit'],
    ['phone of Dr. Singh and where is the nearest walk-in', 'walk-in: contradicted'],
    ['closest to both Finch and Kipling', 'Finch and Kipling: street'],
    ['open Labour Day weekend', 'Labour Day weekend: holiday'],
    ['clinic with more than two doctors in Ajax', 'with more than two doctors: not-listed'],
    ['dermatologist for 50 dollars', '50 dollars: unknown'],
    ['cardiologist accepting patients without a family doctor', 'without a family doctor: negated'],
    ['mercredi en huit', 'mercredi en huit: unknown'],
    ['sundae', 'sundae: unknown'],
    ['canaries', 'canaries: unknown'],
    ['squeamish', 'squeamish: unknown'],
    ['heading doctor', 'heading: unknown'],
    ['near highway 401', 'near highway 401: street'],
    ['female or speaks Tamil', 'Tamil: contradicted'],
    ['in an hour near Union', 'in an hour: not-listed'],
    ['10min walk from Union', '10min walk: not-listed'],
    ['15min from Union', '15min: not-listed'],
    ['24h/24', '24h 24: not-listed'],
    ['24 h sur 24', '24 h sur 24: not-listed'],
    ['24 hours walk-in', '24 hours: not-listed'],
    ['closes at 5', 'closes: unknown'],
    ['more than 5 km from Union', 'more than 5 km from: negated'],
    ['à plus de 10 km de Finch', 'plus de 10 km de: negated'],
    ['family doctor Hamilton', 'Hamilton: outside'],
    ['hamilton ontario', 'hamilton: outside'],
    ['proche de chez moi', 'proche de chez moi: here'],
    ['babies', 'babies: visit'],
    ['depression', 'depression: visit'],
    ['COVID test', 'COVID test: visit'],
    ['virtual visits only in Ajax', 'only: unknown'],
    ['speaks only English', 'only: unknown'],
    ['my cardiologist only speaks Tamil', 'only: unknown'],
    ['not only English', 'not only English: negated'],
    ['English only', 'only: unknown'],
    ['Saturdays only', 'only: unknown'],
    ['qui parle seulement français', 'seulement: unknown'],
    ['cardiologist then a dermatologist in Ajax', 'dermatologist: contradicted; in Ajax: contradicted'],
    ['cardiologue, puis un dermatologue', 'dermatologue: contradicted'],
    ['cardiologist in Ajax, then a dermatologist', 'dermatologist: contradicted'],
    ['newcomer clinic in Ajax', 'newcomer clinic: not-listed'],
    ['student health centre', 'student health centre: not-listed'],
    ['walk-in clinic for newcomers', 'for newcomers: not-listed'],
    ['doctor who accepts students', 'accepts students: not-listed'],
    ['pediatrician and family doctor at the same clinic', 'at the same clinic: not-listed'],
    ['pédiatre et médecin de famille dans la même clinique', 'dans la même clinique: not-listed'],
    ['virtual or in person', 'in person: not-listed'],
    ['the first Monday of this month', 'the first Monday of this month: unknown'],
    ['STI testing', 'STI testing: visit'],
    ['newborn', 'newborn: visit'],
  ])('%s', (question, stopping) => {
    expect(stops(question)).toBe(stopping);
  });
});

describe('words that do not', () => {
  test.each([
    ['the best family doctor in Markham, please', 'area=Markham specialties=Family Medicine'],
    ['médecin pas cher à Toronto', 'area=Toronto'],
    ['I don’t have a family doctor and live in Vaughan', 'area=Vaughan specialties=Family Medicine'],
    ['Je n’ai pas de médecin de famille à North York', 'area=North York specialties=Family Medicine'],
    ['I can’t find a pediatrician for my 3 year old', 'specialties=Pediatrics'],
    ['un pédiatre pour ma fille de trois ans, près d’Union', 'near=Union specialties=Pediatrics'],
    ['mon père cherche un cardiologue', 'specialties=Cardiology'],
    ['What are the two nearest clinics to 43.6426, -79.3871?', 'near=43.6426,-79.3871'],
    ['clinic near Union Station (43.6453, -79.3806)', 'near=43.6453,-79.3806'],
    ['pédiatre, ma fille a de la fièvre', 'specialties=Pediatrics'],
    ['family doctor in Yorkville and the Annex', 'area=Yorkville,the Annex specialties=Family Medicine'],
    ['pediatrician for my son or daughter in Ajax', 'area=Ajax specialties=Pediatrics'],
    ['within 2.5-km of Union', 'near=Union within=2.5'],
    ['pediatrician for one or two kids in Ajax', 'area=Ajax specialties=Pediatrics'],
    ['a man or a woman in Ajax', 'area=Ajax'],
    ['une femme ou un homme à Ajax', 'area=Ajax'],
    ['un pédiatre ou une pédiatre', 'specialties=Pediatrics'],
    ['GP near Finch and open Sunday', 'days=sun near=Finch specialties=Family Medicine'],
    ['family doctor for a Pap test', 'specialties=Family Medicine'],
    ['I’m a student near York University', 'near=York University'],
    ['downtown Mississauga', 'area=downtown Mississauga'],
    ['M5V 3A8, Toronto, ON', 'near=M5V 3A8'],
    ['non-binary doctor', 'gender=non-binary'],
    ['urgent appointment in Ajax', 'area=Ajax'],
    ['women’s health in Ajax', 'area=Ajax specialties=Obstetrics and Gynecology'],
    ['within 100 km of Finch', 'near=Finch within=100'],
    ['100 km from Finch', 'near=Finch within=100'],
    ['speaks Tamil or English', 'languages=Tamil,English'],
    ['Tamil, English', 'languages=Tamil,English'],
    ['Tamil and/or English', 'languages=Tamil,English'],
    ['speaks Farsi and Persian', 'languages=Persian'],
    ['speaks Tamil and accepting new patients', 'accepting=true languages=Tamil'],
    ['family doctor for my kids in Ajax', 'area=Ajax specialties=Family Medicine'],
    ['family doctor who accepts seniors', 'specialties=Family Medicine'],
    ['clinic that accepts OHIP in Ajax', 'area=Ajax'],
    ['open at 8:30 in Ajax', 'area=Ajax date=2026-11-25 openAt=08:30'],
    ['open at 830 pm in Ajax', 'area=Ajax date=2026-11-25 openAt=20:30'],
    ['open after 7 close to St. Clair', 'date=2026-11-25 near=St. Clair openAt=19:00'],
    ['open at 8 near St. George', 'date=2026-11-25 near=St. George openAt=08:00'],
    ['clinic accepting in Ajax', 'accepting=true area=Ajax'],
    ['doctor who takes new patients', 'accepting=true'],
    ['accepting female doctor', 'accepting=true gender=female'],
    ['I don’t have a family doctor and need a dermatologist', 'specialties=Dermatology'],
    ['phone appointment with a GP', 'specialties=Family Medicine virtualVisits=true'],
    ['near Square One comma Mississauga period', 'area=Mississauga near=Square One'],
    ['{"near":"Kipling"}', 'near=Kipling'],
    ['female doctors only', 'gender=female'],
    ['femmes seulement', 'gender=female'],
    ['only cardiologists in Ajax', 'area=Ajax specialties=Cardiology'],
    ['I can only come on Saturdays', 'days=sat'],
    ['my mother speaks only Tamil', 'languages=Tamil'],
    ['family doctor in L4K or L4J', 'area=L4K,L4J specialties=Family Medicine'],
    ['L4K, L4J and L4H', 'area=L4K,L4J,L4H'],
    ['three closest walk-in clinics to Pearson airport', 'clinicType=walk-in near=Pearson airport'],
    ['nearest dermatologist to the Annex', 'near=the Annex specialties=Dermatology'],
    ['les cliniques les plus proches de l’aéroport Pearson', 'near=aéroport Pearson'],
    ['nearest clinic in Ajax', 'area=Ajax'],
    ['the 5 closest clinics to Union', 'near=Union'],
    ['open at 5 closest to Union', 'date=2026-11-25 near=Union openAt=17:00'],
    ['GP in L1S', 'area=L1S specialties=Family Medicine'],
    ['centre-ville de Mississauga', 'area=centre-ville de Mississauga'],
    ['quartier chinois', 'area=quartier chinois'],
    ['près de l’hôpital Sunnybrook', 'near=hôpital Sunnybrook'],
    ['cardiologist with 5/5 stars', 'specialties=Cardiology'],
    ['médecin près d’Islington', 'near=Islington'],
    ['médecin autour de l’aéroport Pearson', 'near=aéroport Pearson'],
  ])('%s', (question, values) => {
    expect([stops(question), valuesOf(question)]).toEqual(['', values]);
  });
});

describe('the feminine of an article', () => {
  test.each([
    ['une pédiatre', 'female'],
    ['une médecin de famille', 'female'],
    ['une bonne gynécologue', 'female'],
    ['une ophtalmologiste', 'female'],
    ['un ou une pédiatre', undefined],
    ['une cardiologue ou un cardiologue', undefined],
    ['un médecin de famille ou une médecin de famille', undefined],
    ['une chirurgienne ou chirurgien', undefined],
    ['une chirurgienne ou un chirurgien', undefined],
    ['un chirurgien ou une chirurgienne', undefined],
    ['une pédiatre ou un rhumatologue', 'female'],
    ['un pédiatre', undefined],
    ['une clinique', undefined],
    ['une liste de cardiologues', undefined],
    ['dans une chirurgie', undefined],
  ])('%s: %s', (question, gender) => {
    expect(read(question).values.gender).toBe(gender);
  });
});

test('haste is no filter, and is not left out in silence', () => {
  expect(read('urgent appointment in Ajax').unused).toMatchObject([{ text: 'urgent', why: 'no-filter' }]);
});

describe('names of people', () => {
  test.each([
    ['Singh', 'match=forgiving q=Singh'],
    ['Karen Young', 'match=forgiving q=Karen Young'],
    ['Shanghainese speaking family doctor', 'languages=Shanghainese specialties=Family Medicine'],
    ['singh in brampton', 'area=brampton match=forgiving q=singh'],
    ['Dr. Russo', 'match=forgiving q=Russo'],
    ['dr russo', 'match=forgiving q=russo'],
    ['doctor named Singh Brampton', 'area=Brampton match=forgiving q=Singh'],
    ['Erin Khan', 'match=forgiving q=Erin Khan'],
    ['doctor in Erin', ''],
    ['young', 'match=forgiving q=young'],
    ['erin young', 'match=forgiving q=erin young'],
    ['Dr. May on Monday', 'days=mon match=forgiving q=May'],
    ['dr king', 'match=forgiving q=king'],
    ['is Dr. Erin He open', 'match=forgiving q=Erin He'],
    ['dr young in Ajax', 'area=Ajax match=forgiving q=young'],
    ['a doctor named long', 'match=forgiving q=long'],
    ['is there a Young in Ajax', 'area=Ajax match=forgiving q=Young'],
    ['Hamilton', 'match=forgiving q=Hamilton'],
    ['phone number of Hamilton', 'match=forgiving q=Hamilton'],
    ['Dr. Singh’s office', 'match=forgiving q=Singh'],
    ['lucia dos santos', 'match=forgiving q=lucia dos santos'],
    ['Dr. Lucia dos Santos', 'match=forgiving q=Lucia dos Santos'],
  ])('%s', (question, values) => {
    expect(valuesOf(question)).toBe(values);
  });

  test('are read in a time that grows with the question only', () => {
    expect(valuesOf('named '.repeat(2_000))).toContain('match=forgiving');
  });
});

describe('a place', () => {
  test.each([
    ['doctor near Bathurst and Steeles', 'Bathurst St and Steeles Ave W, Toronto'],
    ['Queen and Spadina', 'Queen St W and Spadina Ave, Toronto'],
    ['Spadina Ave & Queen St W', 'Queen St W and Spadina Ave, Toronto'],
    ['near the corner of Dundas and Ossington', 'Dundas St W and Ossington Ave, Toronto'],
    ['au coin de Dundas et Ossington', 'Dundas St W and Ossington Ave, Toronto'],
    ['Hurontario and Dundas', 'Dundas St and Hurontario St, Mississauga'],
    ['Danforth/Pape', 'Danforth Ave and Pape Ave, Toronto'],
    ['Victoria Park at Lawrence', 'Lawrence Ave E and Victoria Park Ave, Toronto'],
    ['Markham Rd & Ellesmere', 'Ellesmere Rd and Markham Rd, Toronto'],
    ['near Bathhurst and Steeles', 'Bathurst St and Steeles Ave W, Toronto'],
    ['Main and Queen in Brampton', 'Main St N and Queen St, Brampton'],
    ['Yonge and Finch', 'Finch Ave and Yonge St, Toronto'],
    ['near Jane and Finch', 'Jane and Finch'],
    ['near SickKids', 'SickKids'],
    ['Port Credit GO', 'Port Credit GO'],
  ])('%s', (question, near) => {
    expect([stops(question), read(question).values]).toEqual(['', { near }]);
  });

  test('that may be one of several, or a street alone, is asked for', () => {
    expect(read('near Main and Queen').unused).toMatchObject([
      { why: 'ambiguous', places: expect.arrayContaining(['Main St N and Queen St, Brampton']) },
    ]);
    expect(read('near Dufferin Street').unused).toMatchObject([
      { why: 'street', places: expect.arrayContaining(['Dufferin St and Queen St W, Toronto']) },
    ]);
  });
});

describe('emergencies', () => {
  test.each([
    ['chest pain', '911'],
    ['my dad cannot breathe', '911'],
    ['I think I’m having a heart attack', '911'],
    ['overdose', '911'],
    ['I took too many pills', '911'],
    ['my husband collapsed', '911'],
    ['I can’t feel my left arm', '911'],
    ['the bleeding won’t stop', '911'],
    ['my baby swallowed a battery', '911'],
    ['j’ai pris trop de médicaments', '911'],
    ['douleur à la poitrine', '911'],
    ['mon père n’arrive pas à respirer', '911'],
    ['I want to die', '988'],
    ['suicidal thoughts', '988'],
    ['je veux mourir', '988'],
    ['I don’t want to be here anymore', '988'],
    ['my baby isn’t breathing', '911'],
    ['she took a whole bottle of pills', '911'],
    ['throat closing', '911'],
    ['baby has blue lips', '911'],
    ['stung by a bee, swelling face', '911'],
    ['my dad won’t wake up', '911'],
    ['mon mari ne se réveille plus', '911'],
    ['he fell asleep in a blue car', undefined],
    ['j’ai envie de me tuer', '988'],
    ['emergency room near Kipling', '911'],
    ['ER', '911'],
    ['nearest ER in Ajax', '911'],
    ['emergency department', '911'],
    ['emergency', '911'],
    ['salle d’urgence à Ajax', '911'],
    ['département d’urgence', '911'],
    ['les urgences', '911'],
    ['flu shot', undefined],
    ['my son ate a box of raisins', undefined],
    ['my son ate a box of pills', '911'],
    ['I can’t wake up in the morning', undefined],
    ['I can’t wake up my dad', '911'],
    ['she can’t wake up in the morning', '911'],
    ['I cannot wake my wife up', '911'],
    ['emergency medicine', undefined],
    ['not an emergency, family doctor in Ajax', undefined],
    ['urgent care', undefined],
    ['chest x-ray in Ajax', undefined],
    ['open on Labour Day', undefined],
    ['cardiologist', undefined],
  ])('%s', (question, emergency) => {
    expect(read(question).emergency).toBe(emergency);
  });
});

describe('corrections', () => {
  test.each([
    ['psychiatrst speaking Urdo', 'languages=Urdu specialties=Psychiatry', ['psychiatrst', 'Urdo']],
    [
      'I need a pediatrition in Missisauga',
      'area=Mississauga specialties=Pediatrics',
      ['pediatrition', 'Missisauga'],
    ],
    ['accpeting new patients in Ajax', 'accepting=true area=Ajax', ['accpeting new patients']],
    ['médcin de famile', 'specialties=Family Medicine', ['médcin de famile']],
    ['Mandarin or Cantonise', 'languages=Mandarin,Cantonese', ['Cantonise']],
  ])('%s', (question, values, misspelled) => {
    expect([stops(question), valuesOf(question)]).toEqual(['', values]);
    const corrected = read(question).read.filter((part) => part.misspelled);
    expect(corrected.map(({ text }) => text)).toEqual(misspelled);
  });

  test.each([
    'ontologist',
    'an ontologist in Ajax',
    'petrologist',
    'oenologist',
    'podologist',
    'pedologist',
    'nephologist',
    'necrologist',
    'herpetologist',
    'nematologist',
    'primatologist',
    'ufologist',
    'dramatology',
    'ontologue',
    'sturgeon',
  ])('%s is no misspelling of a field of medicine', (question) => {
    expect(read(question).values.specialties).toBeUndefined();
    expect(stops(question)).toContain('unknown');
  });

  test.each([
    ['oncolgist', 'Oncology'],
    ['nurologist', 'Neurology'],
    ['dermatoligist', 'Dermatology'],
    ['nefrologist', 'Nephrology'],
  ])('%s is one', (question, field) => {
    expect(JSON.stringify(read(question).values.specialties)).toMatch(
      new RegExp(`${field}|${field.replace('y', 'ist')}`, 'i'),
    );
  });

  test.each(['Tamir', 'Russ', 'finish work', 'killing', 'Somalia', 'Kiplin'])(
    '%s is read as no other kind of thing',
    (question) => {
      expect(valuesOf(question)).toBe('');
    },
  );
});

test('of a narrow field that no listed doctor has, the wider one is offered', () => {
  expect(read('pediatric cardiologist').unused).toEqual([
    { text: 'pediatric cardiologist', why: 'not-listed', instead: { specialties: 'Pediatrics' } },
  ]);
});

describe('the text of an offer', () => {
  test.each([
    { specialties: 'Family Medicine', near: 'Burlington' },
    { gender: 'non-binary', area: 'Vaughan' },
    { languages: 'Tamil,Sinhala', accepting: 'true', nearTTC: 'true' },
    { days: 'fri', openAt: '20:00', area: 'downtown-brampton' },
    { clinicType: 'walk-in', weekend: 'true', wheelchair: 'true', virtualVisits: 'true' },
    { q: 'Singh', match: 'forgiving', area: 'Brampton' },
    { within: '5', near: 'Kipling', minYears: '10' },
    { evening: 'true', specialties: 'Obstetrics and Gynecology' },
  ])('%j is read as the same filters', (values) => {
    const text = questionText(values);
    expect([stops(text), valuesOf(text).toLowerCase()]).toEqual([
      '',
      Object.entries({ ...values, ...(values.area === 'downtown-brampton' && { area: 'downtown brampton' }) })
        .map((entry) => entry.join('='))
        .toSorted()
        .join(' ')
        .toLowerCase(),
    ]);
  });
});

import { FULL_SIZES } from '@care-atlas/domain/access';
import { CORRECTIONS, type SpecialDays } from '@care-atlas/domain/records';
import { clinicFacts, clinicView, doctorFacts, doctorView } from '@care-atlas/server/record';
import {
  aClinic,
  aDirectory,
  aDoctor,
  aReview,
  NOW,
  open,
  uuid,
} from '../../../libs/domain/test/builders.js';
import { CLINICS, NOBODY } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api?.stop());

describe('the page of a record', () => {
  const [ANNEX, BIRCHMOUNT, CEDARVALE] = CLINICS.map(({ id }) => id) as [string, string, string];
  const textOf = (body: string) =>
    body
      .slice(body.indexOf('<main'), body.indexOf('<script type="application/ld+json">'))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  const dataOf = (body: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)![1]!) as Record<
      string,
      unknown
    >;

  test('says what is known of a doctor, who says so, and the sizes of the sandbox', async () => {
    const { status, headers, body } = await api.askBeside('/doctors/900001');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    const text = textOf(body);
    for (const said of [
      'Dr. Amara Okafor Family Medicine ·',
      'Accepts new patients',
      'Active. Number 900001. Class: Independent Practice. Whether the register lists terms, conditions or limitations is not known.',
      'in the register,',
      'Holds until',
      'Book online: book.example',
      'Monday 09:00–20:00',
      'Sunday Closed',
      'Public holidays: not known.',
      'from Spadina station, in a straight line',
      'Waiting time 3.0 of 5 on average of 35 ratings; between',
      'Too few ratings (fewer than 10) to say anything of:',
      'The newest 2 of 35 reviews:',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/\bnull\b|undefined|NaN|\[object/);
    expect(body).toContain(`<a href="/clinics/${ANNEX}">Annex Family Practice</a>`);
    expect(body).toContain('<a href="/corrections?page=/doctors/900001">Something wrong?</a>');
    expect(body).toContain('<a href="/?near=M5S+1A1&amp;specialties=Family+Medicine&amp;accepting=true">');
    expect(dataOf(body)).toMatchObject({ '@type': 'Physician', isAcceptingNewPatients: true });
  });

  test('says of a clinic that its facts are not known, and neither yes nor no', async () => {
    const { body } = await api.askBeside(`/clinics/${CEDARVALE}`);
    const text = textOf(body);
    expect(text).toContain(
      'Not known whether new patients are accepted No source says so. Phone to confirm.',
    );
    for (const label of ['Telephone', 'Website', 'Wheelchair access', 'Virtual visits'])
      expect(text).toContain(`${label} Not known No source says so.`);
    expect(text).toMatch(/Today, [^:]+: Not known No source says so\./);
    expect(dataOf(body)).toMatchObject({ '@type': 'MedicalClinic', name: 'Cedarvale Doctors' });
    expect(dataOf(body)).not.toHaveProperty('isAcceptingNewPatients');
    const other = (await api.askBeside(`/clinics/${BIRCHMOUNT}`)).body;
    expect(dataOf(other)).toMatchObject({ isAcceptingNewPatients: false });
    expect(textOf(other)).toContain('sees people without registration; takes no new regular patients');
    expect(textOf(other)).toContain('3 of 8 doctors are shown here.');
  });

  test.each(['en', 'fr'] as const)('says of a doctor what differs from the clinic, %s', (language) => {
    const said = { source: 'availability', method: 'phone_call', observedAt: NOW } as const;
    const evidence = [{ fact: 'accepting', value: false, ...said } as const];
    const accepting = { accepting: true, acceptingObserved: { observedAt: NOW, method: 'web' } };
    const directory = aDirectory({ clinics: [aClinic(accepting)], doctors: [aDoctor({ evidence })] });
    const view = { language, today: '2026-11-20', doctorHref: String, clinicHref: String };
    const { text: page } = doctorView(doctorFacts(directory, '900001', FULL_SIZES), view);
    const text = page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    for (const words of {
      en: ['Said of the doctor: Accepts no new patients', 'Said of the clinic: Accepts new patients'],
      fr: ['Ce qui est dit du médecin :', 'Ce qui est dit de la clinique :'],
    }[language])
      expect(text).toContain(words);
  });

  test.each([
    [
      'en',
      'by the clinic, listed since November 20, 2026',
      'Reply, entered by the operator of this directory, November 2, 2026:',
    ],
    [
      'fr',
      'selon la clinique, affiché depuis le 20 novembre 2026',
      'Réponse, saisie par l’exploitant de ce répertoire, le 2 novembre 2026\u00a0:',
    ],
  ] as const)(
    'says in %s that a fact without a date is listed, and who entered a reply',
    (language, listed, reply) => {
      const observed = { observedAt: NOW, method: 'clinic_attested', dated: false } as const;
      const directory = aDirectory({
        clinics: [aClinic({ accepting: true, acceptingObserved: observed })],
        doctors: [aDoctor()],
        reviews: [aReview({ reply: { text: 'Thank you & welcome.', date: '2026-11-02' } })],
      });
      const view = { language, today: '2026-11-20', doctorHref: String, clinicHref: String };
      const { text } = doctorView(doctorFacts(directory, '900001', FULL_SIZES), view);
      expect(text).toContain(`<summary>${listed}</summary>`);
      expect(text).toContain(`>${reply}</time></p><blockquote>Thank you &amp; welcome.</blockquote>`);
    },
  );

  test.each(['en', 'fr'] as const)('names a day of which the hours are not known, %s', (language) => {
    const hoursNote = 'Whether it is open is not known: Sat.';
    const specialDays: SpecialDays[] = [{ on: 'every-week', weekdays: [6], hours: null }];
    const openingHours = open([1, 2, 3, 4, 5], 9, 17);
    const clinics = [aClinic({ id: uuid(1), openingHours, specialDays, hoursNote })];
    const facts = clinicFacts(aDirectory({ clinics }), uuid(1), FULL_SIZES);
    const view = { language, today: '2026-11-20', doctorHref: String, clinicHref: String };
    const { text } = clinicView(facts, view);
    const quoted = { en: '', fr: 'Remarque en anglais\u00a0: ' }[language];
    expect(text).toContain(`<p class="small">${quoted}<q lang="en">${hoursNote}</q></p>`);
    const [saturday, sunday] = { en: ['Saturday', 'Sunday'], fr: ['Samedi', 'Dimanche'] }[language];
    const [notKnown, closed] = { en: ['Not known', 'Closed'], fr: ['Inconnu', 'Fermé'] }[language];
    expect(text).toContain(`>${saturday}</th><td>${notKnown}</td>`);
    expect(text).toContain(`>${sunday}</th><td>${closed}</td>`);
  });

  test('is in French, with French names', async () => {
    const text = textOf((await api.askBeside('/fr/doctors/900002')).body);
    for (const said of ['Cardiologie ·', 'Anglais', 'Inscription Active .', 'Téléphonez pour le confirmer.'])
      expect(text.replace('Active.', 'Active .')).toContain(said);
    expect(text).not.toMatch(/Not known|Cardiology|Closed/);
  });

  test('begins with the end of a registration, and promises nothing of the practice', async () => {
    const { body } = await api.askBeside('/doctors/900099');
    const text = textOf(body);
    expect(text).toMatch(
      /^ Dr\. Gone Chen Family Medicine Registration not active, on record as of October 31, 2026\. This doctor is in no list.*Last known place of practice/s,
    );
    expect(text).not.toMatch(/years? in practice|Booking|Referral|Phone to confirm\..*About the doctor/s);
    expect(dataOf(body)).toEqual(expect.not.objectContaining({ telephone: expect.anything() as unknown }));
    expect(dataOf(body)).not.toHaveProperty('memberOf');
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(body)!;
    expect(description).toBe('Dr. Gone Chen: Registration not active, on record as of October 31, 2026.');
    const clinicIds = CLINICS.map(({ id }) => id);
    const directory = aDirectory({ clinics: CLINICS, doctors: [aDoctor({ clinicIds, expiredAt: NOW })] });
    const facts = doctorFacts(directory, '900001', FULL_SIZES);
    const view = { language: 'en', today: '2026-11-20', doctorHref: String, clinicHref: String } as const;
    expect(doctorView(facts, view).text).toContain('>Other places that were known<');
  });

  test('marks a trainee in lists', async () => {
    const mark = 'not registered for independent practice';
    expect(textOf((await api.askBeside('/?ids=900001,900002')).body).split(mark)).toHaveLength(2);
    expect(textOf((await api.askBeside('/?q=900002')).body)).toContain(mark);
    expect(textOf((await api.askBeside(`/clinics/${BIRCHMOUNT}`)).body)).toContain(mark);
  });

  test.each(['/doctors/999999', '/doctors/x', `/clinics/${NOBODY}`, '/clinics/x', '/fr/clinics/%00'])(
    '%s is 404',
    async (path) => {
      const { status, body } = await api.askBeside(path, { accept: 'text/html' });
      expect([status, body.includes('noindex')]).toEqual([404, true]);
    },
  );

  test('leads from capital letters to its own address, and is not there while it is hidden', async () => {
    const { status, headers } = await api.askBeside(`/clinics/${ANNEX.toUpperCase()}?x=1`);
    expect([status, headers['location']]).toEqual([301, `/clinics/${ANNEX}`]);
    const hide = {
      kind: 'hide',
      record: 'doctor',
      key: '900040',
      given: {},
      fields: {},
      why: 'Asked',
      by: 'test',
    } as const;
    const version = await api.sync((writer) => writer.correct({ ...hide, until: null }), CORRECTIONS);
    await until(() => api.version === version);
    expect((await api.askBeside('/doctors/900040')).status).toBe(404);
  });

  test('is left to search engines only if the operator says so, and never if it is invented', async () => {
    expect((await api.askBeside('/doctors/900001')).body).toContain(
      '<meta name="robots" content="noindex" />',
    );
    const open = await TestApi.start({ env: { RECORD_INDEXING: 'yes' } });
    try {
      const { body } = await open.askBeside('/doctors/900001');
      expect(body).not.toContain('noindex');
      expect(body).toContain('<link rel="canonical" href="http://localhost:3000/doctors/900001" />');
    } finally {
      await open.stop();
    }
  });
});

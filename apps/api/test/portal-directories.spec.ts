import { Directory } from '@care-atlas/domain/directory';
import { PLACES, resolvePlace } from '@care-atlas/domain/places';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import Fastify, { type FastifyRequest } from 'fastify';
import { answeredExamples, readHomeRequest } from '../src/portal/home-request.js';
import { serveAbout } from '../src/portal/about/about-pages.js';
import { placeText } from '../src/portal/try/place-text.js';
import { tryPanel } from '../src/portal/try/try-panel.js';
import { tryResult } from '../src/portal/try/try-result.js';
import { TEXTS } from '../src/texts/texts.js';
import { aClinic, aDirectory, aDoctor, NOW, uuid } from '../../../libs/domain/test/builders.js';

test('a completed place is read as exactly that place', () => {
  for (const place of PLACES) {
    for (const { search } of Object.values(TEXTS)) {
      const text = placeText({ ...place, within: place.within?.name ?? '' }, search.places);
      expect([text, resolvePlace(text)]).toEqual([text, expect.objectContaining({ by: 'place', place })]);
    }
  }
});

test.each([
  ['en', 3, 'This directory has no doctors yet. Its clinics:'],
  ['en', 30, 'This directory has no doctors yet. The first 10 of its 30 clinics:'],
  ['fr', 3, 'Ce répertoire n’a pas encore de médecins. Ses cliniques\u00a0:'],
] as const)('a directory without doctors leads to its clinics, %s, %d', (language, count, said) => {
  const clinics = Array.from({ length: count }, (_, index) => aClinic({ id: uuid(index + 1) }));
  const settings = { ...readApiConfiguration({ DATABASE_URL: 'x' }), apiUrl: '', clock: () => NOW };
  const request = { query: { q: '' }, id: '' } as FastifyRequest;
  const { result } = readHomeRequest(aDirectory({ clinics, doctors: [] }), settings, request, language);
  const { text } = tryResult({ ...result, apiUrl: 'http://localhost:3000/api/v1' }, language);
  expect(text).toContain(said);
  expect(text).toContain(`${language === 'fr' ? '/fr' : ''}/clinics/${uuid(1)}">`);
  expect(text).not.toContain(TEXTS[language].search.noneFound);
});

test.each([
  ['en', 'Walk-in clinic open on Saturday', 'Its clinics that match the place and the hours:'],
  ['fr', 'Clinique sans rendez-vous ouverte le samedi', 'qui correspondent au lieu et aux heures\u00a0:'],
] as const)('a directory of clinics alone offers what it answers, %s', (language, example, said) => {
  const open = aClinic({
    id: uuid(1),
    type: 'walk-in',
    openingHours: [{ weekday: 6, opens: 540, closes: 720 }],
  });
  const others = [aClinic({ id: uuid(2), type: 'walk-in', openingHours: [] }), aClinic({ id: uuid(3) })];
  const directory = aDirectory({ clinics: [open, ...others], doctors: [] });
  const settings = {
    ...readApiConfiguration({ DATABASE_URL: 'x' }),
    apiUrl: 'http://localhost:3000/api/v1',
    clock: () => NOW,
  };
  const home = readHomeRequest(directory, settings, { query: {}, id: '' } as FastifyRequest, language);
  expect(answeredExamples(directory, language)).toEqual([example]);
  expect(home.question).toBe(example);
  const { text } = tryPanel(directory, home, language);
  expect(text).toContain(said);
  expect(text.match(/\/clinics\/[0-9a-f-]+">/g)).toEqual([`/clinics/${uuid(1)}">`]);
  // Where no clinic answers, that is said.
  const none = { query: { days: 'sun' }, id: '' } as FastifyRequest;
  const answer = tryPanel(directory, readHomeRequest(directory, settings, none, language), language).text;
  expect(answer).toContain(language === 'en' ? 'none of its clinics matches' : 'aucune de ses cliniques');
});

test('a directory that answers no example begins with its records, and shows no example', () => {
  const directory = aDirectory({
    clinics: [aClinic()],
    doctors: [aDoctor({ specialties: ['Nephrology'], languages: ['French'] })],
  });
  const settings = { ...readApiConfiguration({ DATABASE_URL: 'x' }), apiUrl: 'http://x', clock: () => NOW };
  const home = readHomeRequest(directory, settings, { query: {}, id: '' } as FastifyRequest, 'en');
  expect([home.question, answeredExamples(directory, 'en')]).toEqual(['', []]);
  expect(tryPanel(directory, home, 'en').text).toContain('1 doctor matches at 1 clinic');
});

test('a source is named as it is sent, also by a name that every object has', async () => {
  const source = { name: 'constructor', publisher: 'A', licence: '', attribution: '', retrievedAt: NOW };
  const model = buildReadModel(
    { version: '1', syncedAt: NOW, sources: [source] },
    { clinics: [], doctors: [] },
  );
  const directory = new Directory(
    () => model,
    () => NOW,
  );
  const fastify = Fastify();
  serveAbout(fastify, directory, readApiConfiguration({ DATABASE_URL: 'x' }));
  const { body } = await fastify.inject('/about-this-data');
  expect(body).toContain('<td><span lang="">constructor</span></td>');
});

test('a question without a match has each offer once, with the repairs', async () => {
  const settings = {
    ...readApiConfiguration({ DATABASE_URL: 'x' }),
    apiUrl: 'http://localhost:3000/api/v1',
    clock: () => NOW,
  };
  const request = { query: { ask: 'family doctor open on weekends' }, id: '' } as FastifyRequest;
  const directory = aDirectory({ doctors: [aDoctor()], clinics: [aClinic({ openingHours: [] })] });
  const asked = readHomeRequest(directory, settings, request, 'en');
  const { text } = tryPanel(directory, asked, 'en');
  expect(asked.reading!.offers.map(({ values }) => values)).toEqual([{ specialties: 'Family Medicine' }]);
  expect(text.split('<li><a href="/?specialties=Family+Medicine"').length - 1).toBe(1);
  expect(text).toContain('With fewer filters:');
  expect(text).not.toContain('What can be answered:');
});

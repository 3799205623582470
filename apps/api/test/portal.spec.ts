import { gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { HealthRepository } from '@care-atlas/data/administration';
import { ChangeFeedRepository } from '@care-atlas/data/directory';
import { type DirectorySummary, DoctorSearchQuery } from '@care-atlas/domain/contract';
import { readQuestion } from '@care-atlas/domain/question';
import { percentage } from '@care-atlas/domain/rules';
import { fieldsOf } from '@care-atlas/domain/schema';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { MemoryRateStore } from '@care-atlas/server/limits';
import type { OpenAPIObject } from '@nestjs/swagger';
import Fastify from 'fastify';
import { exampleDirectory } from '../src/openapi/example-directory.js';
import { INITIAL_VALUES, tryPath } from '../src/portal/try/try-request.js';
import { ABOUT_PAGES } from '../src/texts/en/pages/about.js';
import { TEXTS } from '../src/texts/texts.js';
import { servePortal } from '../src/portal/portal.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { pageText } from './page-text.js';
import { TestApi } from './test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api?.stop());

describe('the portal, without scripts', () => {
  test('shows what the directory holds, the sandbox key and the limits', async () => {
    const { status, headers, body } = await api.askBeside('/');
    const summary = (await api.ask('/doctors/summary')).json<DirectorySummary>();
    const { totalDoctors, dataFreshness } = summary;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(`<dd>${totalDoctors}</dd>`);
    // Rounded as on the dashboard and in the answers.
    expect(body).toContain(`<dd>${percentage(dataFreshness.fresh, totalDoctors)}%</dd>`);
    expect(body).toContain('care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs');
    expect(body).toContain('phone the clinic to confirm');
  });

  test('answers its own form, as the interface answers the sandbox key', async () => {
    const { body } = await api.askBeside('/?q=&specialties=&gender=female&accepting=true');
    const path = '/doctors?gender=female&accepting=true&include=availability,hours&group=clinic';
    const answer = await api.ask(path, { key: api.keys.sandbox });
    expect(body).toContain(`/api/v1${path.replaceAll('&', '&amp;')}`);
    expect(shownAnswer(body)).toEqual(answer.json());
  });

  // Those of the feed of a list are all filters, besides what pages through it.
  const NO_FILTERS = ['list', 'include', 'sort', 'limit', 'offset', 'group', 'after', 'since', 'types'];
  const SENT: Readonly<Record<string, string>> = { lat: 'lat=43.66&lng=-79.4', lng: 'lat=43.66&lng=-79.4' };
  const WITH: Readonly<Record<string, string>> = { within: '&near=Spadina+station', match: '&q=chen' };
  const FILTERS = fieldsOf(DoctorSearchQuery).filter(({ name }) => !NO_FILTERS.includes(name));

  test.each(FILTERS)('reads the filter $name of the interface, and names it', async ({ name, schema }) => {
    const [example] = schema.examples ?? ['true'];
    const sent = new URLSearchParams({ [name]: String(example) }).toString();
    const query = (SENT[name] ?? sent) + (WITH[name] ?? '');
    const { body } = await api.askBeside(`/?${query}`);
    const path = `/doctors${query.includes('q=') ? '/search' : ''}?${query}`;
    const { total, error } = (await api.ask(path, { key: api.keys.sandbox })).json<{
      total: number;
      error?: string;
    }>();
    expect(error).toBeUndefined();
    const shown = shownAnswer(body) as { total: number; doctorTotal?: number };
    expect(shown.doctorTotal ?? shown.total).toBe(total);
    for (const language of ['', 'fr'])
      expect((await api.askBeside(`/${language}?${query}`)).body).toMatch(
        /<ul class="reading"[^>]*><li>(<a [^>]+>)?[^<\s]/,
      );
  });

  test.each(['lat=43.66', 'near=Spadina+station&lat=43.66&lng=-79.4', 'acceptance=perhaps'])(
    'refuses ?%s as the interface does',
    async (query) => {
      expect((await api.askBeside(`/?${query}`)).body).toContain('Not accepted:');
    },
  );

  test.each([
    [
      'Family doctor who speaks Tamil near Kennedy station and takes patients',
      '/doctors?near=Kennedy+station&specialties=Family+Medicine&languages=Tamil&accepting=true&include=availability,hours&group=clinic',
    ],
    [
      'un dermatologue à Scarborough, ouvert le soir',
      '/doctors?area=Scarborough&specialties=Dermatology&evening=true&include=availability,hours&group=clinic',
    ],
  ])('answers the question “%s” by filters', async (question, path) => {
    const { status, body } = await api.askBeside(`/?ask=${encodeURIComponent(question)}`);
    expect(status).toBe(200);
    expect(body).toContain(`GET</strong> /api/v1${path.replaceAll('&', '&amp;')}</code>`);
    expect(shownAnswer(body)).toEqual((await api.ask(path, { key: api.keys.sandbox })).json());
    expect(body).not.toContain('"><script>');
  });

  test('says which words of a question were not used, and why', async () => {
    const text = pageText(
      (await api.askBeside(`/?ask=${encodeURIComponent('the best dermatoligist in Scarborough')}`)).body,
    );
    expect(text).toContain('dermatoligist ≈ Dermatology');
    expect(text).toContain('Not used: best (nothing that a list can be filtered by).');
  });

  test.each([
    [
      '/?ask=dermatoligist in Scarborough, not female, home visits, near me',
      'not female (a list cannot leave out what you name)home visits (known, but not in this directory)near me (name a station,',
    ],
    [
      '/?ask=cheap dentist in Toronto',
      'dentist (this directory lists physicians only; the public register is that of the Royal College of Dental Surgeons of Ontario)',
    ],
    ['/?ask=family doctor in Hamilton', 'in Hamilton (outside the area of this directory,'],
    [
      '/?ask=Pap test',
      'Pap test (no specialty: people go to Family Medicine and Obstetrics and Gynecology for it)',
    ],
    ['/?ask=qwertyuiop', 'qwertyuiop (not understood) Questions are read in English and French.'],
    ['/?ask=Dr named "><script>', 'script (no listed doctor has this name)'],
    ['/?ask=best doctor', 'Say what you are looking for'],
    [
      '/fr?ask=dentiste à Toronto',
      'dentiste (ce répertoire ne contient que des médecins; le registre public est celui de',
    ],
    ['/fr?ask=médecin de famille à Hamilton', 'à Hamilton (hors de la région de ce répertoire, à'],
    ['/fr?ask=médecin à Hamilton', ' km de Burlington)'],
    ['/fr?ask=médecin à Grimsby', ' km d’Oakville)'],
    ['/fr?ask=médecin près de Oakville, pas un homme', 'près d’Oakville'],
    [
      `/?ask=cardiologist in Toronto ${'please '.repeat(40)}who speaks Tamil`,
      '… (only the first 200 characters of a question are read; ask a shorter one)',
    ],
    [
      `/fr?ask=cardiologue à Toronto ${'merci '.repeat(40)}qui parle tamoul`,
      '… (seuls les 200 premiers caractères d’une question sont lus; posez une question plus courte)',
    ],
  ])('%s has no list, and says why', async (address, reason) => {
    const { status, body } = await api.askBeside(encodeURI(address));
    expect(status).toBe(200);
    expect(pageText(body)).toContain(reason);
    expect(body).not.toContain('class="results"');
    expect(body).not.toContain('"><script>');
  });

  test('offers what can be answered instead, with totals', async () => {
    const { body } = await api.askBeside('/?ask=dentist+in+Toronto');
    const [, href, shown] =
      /<ul class="offers"><li><a href="([^"]+)">in Toronto<\/a> <span class="muted">([^<]+)/.exec(body)!;
    const { total } = (await api.ask('/doctors?area=Toronto&limit=0')).json<{ total: number }>();
    expect(shown).toContain(`${total} doctors, without`);
    expect((await api.askBeside(href!)).body).toContain(`<strong>${total} doctors match`);
  });

  test.each([
    ['/?ask=chest+pain', 'Call <a href="tel:911">9-1-1</a> now'],
    ['/?ask=I+want+to+die', 'Call or text <a href="tel:988">9-8-8</a> now'],
    ['/fr?ask=douleur+%C3%A0+la+poitrine', 'Appelez le <a href="tel:911">9-1-1</a> tout de suite'],
    ['/fr?ask=je+veux+mourir', 'Appelez ou textez le <a href="tel:988">9-8-8</a> tout de suite'],
  ])('%s names what to call before anything else, and has no list', async (address, sentence) => {
    const { body } = await api.askBeside(address);
    expect(body).toMatch(/<div id="reading">\s*<p class="note bad" role="alert">/);
    expect(body).toContain(sentence);
    expect(body).not.toContain('class="results"');
  });

  test.each(['/', '/?ask=', '/?ask=+'])('%s shows the initial question with its answer', async (address) => {
    const { body } = await api.askBeside(address);
    const { question } = TEXTS.en.home.ask;
    expect(body).toContain(`value="${question}"`);
    expect(readQuestion(question, { now: NOW }).values).toEqual(INITIAL_VALUES);
    expect(body).toContain(`GET</strong> /api/v1${tryPath(INITIAL_VALUES).replaceAll('&', '&amp;')}</code>`);
  });

  test('each address that it offers to share shows the same answer again', async () => {
    for (const address of [
      '/?ask=GP+in+Toronto+open+Saturday+after+2',
      '/?q=dr&match=forgiving',
      '/?gender=x',
    ]) {
      const { body } = await api.askBeside(address);
      const shared = /<a id="shared" href="([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&');
      const again = await api.askBeside(new URL(shared).pathname + new URL(shared).search);
      const { requestId: _one, ...first } = shownAnswer(body) as { requestId?: string };
      const { requestId: _other, ...second } = shownAnswer(again.body) as { requestId?: string };
      expect(second).toEqual(first);
    }
  });

  test('shows how a question is read, part by part', async () => {
    const address = '/words?ask=dentist or dermatoligist near Bathurst and Steeles';
    const { status, body } = await api.askBeside(encodeURI(address));
    expect(status).toBe(200);
    const text = pageText(body);
    for (const part of [
      'dermatoligistunderstoodspecialties=Dermatology (read as a misspelling)',
      'near Bathurst and Steelesunderstoodnear=Bathurst St and Steeles Ave W, Toronto',
      'No list answers it',
      'dentistoutsidethis directory lists physicians only',
    ])
      expect(text).toContain(part);
    const french = pageText((await api.askBeside(encodeURI('/fr/words?ask=dentiste urgent'))).body);
    expect(french).toContain('hors du répertoire');
    expect(french).toContain('ce n’est pas un filtre de liste');
    expect(pageText((await api.askBeside('/words?ask=I+have+chest+pain')).body)).toMatch(
      /Call first.*emergencyCall first \(stops the list\)/s,
    );
    const named = pageText((await api.askBeside('/words?ask=Dr+Okafor')).body);
    expect(named).toContain('q=Okafor match=words');
    expect((await api.askBeside('/words?ask="><script>')).body).not.toContain('"><script>');
  });

  test('names the clinic of a question first, with its telephone', async () => {
    const { body } = await api.askBeside(encodeURI('/?ask=phone number of Annex Family Practice'));
    expect(pageText(body)).toContain('Annex Family Practice1 Example Street, Toronto, ON M5S 1A1');
    expect(body).toContain('href="tel:+1-416-555-0101"');
  });

  test('searches when a name is given', async () => {
    const { body } = await api.askBeside('/?q=dr');
    expect(body).toContain('/api/v1/doctors/search?q=dr');
  });

  test('says what is not accepted, what can be given and where it leads, with the JSON folded', async () => {
    const { status, body } = await api.askBeside('/?gender=x&accepting=true');
    expect(status).toBe(200);
    expect(pageText(body)).toContain('Not accepted: Gender “x”.');
    expect(pageText(body)).toContain('What can be given: male, female or non-binary.');
    expect(body).toContain('<a href="/?gender=female&amp;accepting=true">female</a>');
    expect(body).toContain('href="#try-gender">Change it</a>');
    expect(body).toContain('<a href="/?accepting=true">without <q>x</q></a>');
    const alone = (await api.askBeside('/?gender=x')).body;
    expect(alone).toContain('href="/?q=">Leave it out</a>');
    expect(body.indexOf('<summary>The request and its answer in JSON</summary>')).toBeLessThan(
      body.indexOf('id="answer"'),
    );
    expect(shownAnswer(body)).toMatchObject({ error: 'missing_param', param: 'gender' });
  });

  test.each([
    [
      '/?langage=Tamil&near=Kipling',
      'This page has no filter “langage”: it was not used.',
      '/?near=Kipling&languages=Tamil',
    ],
    ['/fr/?langage=Tamil', 'Cette page n’a pas de filtre « langage »', '/fr?languages=Tamil'],
    [
      '/coverage?specialtys=Cardiology&sort=area',
      'This page has no filter “specialtys”: it was not used.',
      '/coverage?specialties=Cardiology&sort=area',
    ],
    ['/fr/coverage?shades=fresh', 'Cette page n’a pas de filtre « shades »', '/fr/coverage?shade=fresh'],
  ])('%s: says what is not used, and leads to what may be meant', async (address, said, meant) => {
    const { body } = await api.askBeside(address);
    expect(pageText(body)).toContain(said);
    expect(body).toContain(`href="${meant.replaceAll('&', '&amp;')}"`);
  });

  test('names of parameters are text: escaped, whole characters, and few', async () => {
    const long = `${'x'.repeat(39)}\u{1F600}y`;
    const names = ['<script>', '__proto__', 'constructor', long, 'b1', 'b2', 'b3'];
    const { status, body } = await api.askBeside(
      `/?${names.map((name) => `${encodeURIComponent(name)}=1`).join('&')}`,
    );
    expect(status).toBe(200);
    const notes = [...body.matchAll(/no filter “(.*?)”/g)].map(([, name]) => name);
    expect(notes).toEqual(['&lt;script&gt;', '__proto__', 'constructor', `${'x'.repeat(39)}\u{1F600}`, 'b1']);
    expect(pageText(body)).toContain('2 more parameters were not used either.');
  });

  test('a parameter that is not used replaces no filter that is', async () => {
    const { body } = await api.askBeside('/?langage=Hindi&languages=Tamil');
    expect(pageText(body)).toContain('no filter “langage”');
    expect(body.includes('languages=Hindi')).toBe(false);
  });

  test('the first page has at most 120 kB, compressed, with its script', async () => {
    const { body } = await api.askBeside('/');
    const [, script] = /<script type="module" src="([^"]+)"/.exec(body)!;
    const sizes = [body, (await api.askBeside(script!)).body].map((text) => gzipSync(text).length);
    expect(sizes[0]! + sizes[1]!).toBeLessThan(120_000);
    expect(body).not.toMatch(/<link rel="(stylesheet|preload)"|url\((?!['"]?data:)/);
  });

  test.each([
    ['/', 'open on January 15, 2027'],
    ['/fr/', 'ouvert le 15 janvier 2027'],
  ])(
    '%s: the chip of a date has it in words, and its address as the interface reads it',
    async (page, text) => {
      const { body } = await api.askBeside(`${page}?date=2027-01-15&area=Toronto`);
      expect(body).toContain(`>${text}</a>`);
      expect(body).toContain('?area=Toronto&amp;date=2027-01-15');
    },
  );

  test('says nothing of parameters that count visits', async () => {
    expect((await api.askBeside('/?utm_source=letter&near=Kipling')).body).not.toContain('“utm_source”');
  });

  test.each([
    ['near=Kiplingg+Statoin', / or two coordinates\. \S+Kiplingg Statoin\S+ is not known\. Did you mean /],
    [
      'area=Hamilton',
      / of the Greater Toronto Area\. \S+Hamilton\S+ is outside the area of this directory\. The nearest /,
    ],
    [
      'near=12+Nowhere+Street',
      / two coordinates\. \S+12 Nowhere Street\S+ is not the address of a listed clinic\./,
    ],
    ['days=mon&date=2027-01-15', / date must be sent without days\. Change it/],
  ])('says of ?%s why the words of the form are not enough', async (query, said) => {
    expect(pageText((await api.askBeside(`/?${query}`)).body)).toMatch(said);
  });

  test.each([
    ['near=Atlantis', 'deux coordonnées. « Atlantis » est inconnu.'],
    ['area=Hamilton', 'La municipalité la plus proche à l’intérieur est Burlington, à '],
    ['days=mon&date=2027-01-15', 'date ne peut pas être envoyé avec days.'],
  ])('says in French of ?%s what is wrong', async (query, said) => {
    const text = pageText((await api.askBeside(`/fr/?${query}`)).body);
    expect(text).toContain(said);
    expect(text).not.toContain('En anglais');
  });

  test('a day that is none leaves the other days of the list', async () => {
    const { body } = await api.askBeside('/?days=sat,someday,mon');
    expect(pageText(body)).toContain('Not accepted: Open on “someday”. What can be given: Tue, Wed, ');
    expect(body).toMatch(/href="\/\?days=sat,mon,tue">Tue</);
    // What is refused has no list to follow.
    expect(body).not.toContain('openings.atom');
  });

  test('says in French what is not accepted and what is, and quotes a sentence that is only English', async () => {
    const { body } = await api.askBeside('/fr/?near=Toronto&within=abc');
    expect(pageText(body)).toContain('Non accepté : À moins de « abc ».');
    expect(pageText(body)).toContain('Ce qui est accepté : une distance de 0 à 100 km.');
    const flag = (await api.askBeside('/fr/?accepting=maybe')).body;
    expect(flag).toContain('En anglais\u00a0: <q lang="en">accepting must be');
  });

  test.each([
    '/?days=constructor',
    '/fr?days=sat,toString',
    '/fr?clinicType=constructor',
    '/fr?gender=constructor',
  ])('%s: a value without a name is shown as it was sent', async (address) => {
    const { status, body } = await api.askBeside(address);
    expect(status).toBe(200);
    expect(shownAnswer(body)).toMatchObject({ error: 'missing_param' });
    expect(body).not.toContain('native code');
  });

  test('a list of nothing is no filter', async () => {
    const { body } = await api.askBeside('/?days=,&specialties=%2C%2C&gender=female');
    expect(body.match(/class="remove"/g)).toHaveLength(1);
  });

  test.each([
    [13, [3, 23]],
    [35, [25, undefined]],
    [999, [30, undefined]],
  ])('the pages before and after the matches from %i on begin at %j', async (offset, starts) => {
    const { body } = await api.askBeside(`/?q=dr&offset=${offset}`);
    const startOf = (rel: string) => {
      const link = new RegExp(`rel="${rel}" href="[^"]*offset=(\\d+)`).exec(body);
      return link ? Number(link[1]) : undefined;
    };
    expect([startOf('prev'), startOf('next')]).toEqual(starts);
  });

  test('leaves out what is empty or means nothing alone', async () => {
    const { body } = await api.askBeside('/?near=&within=5&q=&match=forgiving&openAt=&gender=male');
    expect(body).toContain(
      'GET</strong> /api/v1/doctors?gender=male&amp;include=availability,hours&amp;group=clinic</code>',
    );
  });

  test('says how the place and words were read, and what is not known', async () => {
    const { body } = await api.askBeside('/?near=Spadina&languages=Farsi,French&specialties=Dermatolgy,GP');
    expect(body).toContain('“GP” was read as Family Medicine.');
    expect(body).toContain('“Spadina” was read as Spadina (subway station in Toronto).');
    expect(body).toContain('Did you mean &#39;Dermatology&#39;?');
    const nearest = (await api.askBeside('/?near=Spadina&q=Dr')).body;
    expect(nearest).toContain('the 10 nearest to Spadina shown');
  });

  test('names the nearest places of an unknown one', async () => {
    const { body } = await api.askBeside('/?near=Kiplin');
    expect(body).toContain(
      'Did you mean &#39;Kipling Heights&#39;, &#39;Kipling&#39; or &#39;Kipling GO&#39;?',
    );
  });

  test('escapes what is sent to it', async () => {
    const { body } = await api.askBeside(`/?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    expect(body).not.toContain('<img');
  });

  test('allows nothing from elsewhere, and no frame', async () => {
    const { headers } = await api.askBeside('/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('names a script under an address of its own content', async () => {
    const { body } = await api.askBeside('/');
    const path = /<script type="module" src="([^"]+)">/.exec(body)?.[1] ?? '';
    const script = await api.askBeside(path);
    expect(script.status).toBe(200);
    expect(script.headers['cache-control']).toContain('immutable');
  });
});

/** Returns the JSON that a page shows. */
function shownAnswer(page: string): unknown {
  const text = /<code id="answer">([^<]*)<\/code>/.exec(page)?.[1] ?? '';
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

describe('an address without a page', () => {
  const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

  test('404: a page to a browser', async () => {
    const { status, headers, body } = await api.askBeside('/nothing', { accept });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<h1>There is nothing at this address</h1>');
  });

  test('404: JSON to other clients, and below the API', async () => {
    expect((await api.askBeside('/nothing')).refusal.error).toBe('not_found');
    expect((await api.askBeside('/api/v1/nothing', { accept })).refusal.error).toBe('not_found');
  });
});

test('the footer and llms.txt lead to the pages of the operator, which name what is configured', async () => {
  const { body } = await api.askBeside('/fr/coverage');
  const llms = (await api.askBeside('/llms.txt')).body;
  for (const name of ABOUT_PAGES) {
    expect(body).toContain(`<a href="/fr/${name}">`);
    expect(llms).toContain(`(http://localhost:3000/${name})`);
  }
  const corrections = (await api.askBeside('/corrections')).body;
  expect(corrections).toContain('has published no address');
  expect(corrections).not.toMatch(/What to send|You get an answer/);
  for (const [path, heading] of [
    ['/privacy', 'Questions'],
    ['/accessibility', 'Tell us'],
    ['/fr/corrections', 'Quoi envoyer'],
    ['/fr/accessibility', 'Écrivez-nous'],
  ] as const)
    expect((await api.askBeside(path)).body).not.toContain(`<h2>${heading}</h2>`);
  const { body: about } = await api.askBeside('/about-this-data');
  expect(about).toContain('<td>Asked by phone</td><td>90 days</td>');
});

test('/favicon.ico is the logo', async () => {
  const { status, headers, body } = await api.askBeside('/favicon.ico');
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body).toMatch(/^<svg .*<\/svg>$/);
});

test('a sample directory is called invented, another is not', async () => {
  const apiUrl = 'http://localhost:3000/api/v1';
  const description = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  const fastify = Fastify();
  await servePortal(fastify, exampleDirectory(apiUrl), {
    ...readApiConfiguration({ DATABASE_URL: 'x', RECORD_INDEXING: 'yes' }),
    apiUrl,
    description: JSON.parse(description) as OpenAPIObject,
    clock: () => NOW,
    health: await api.onDatabase((database) => Promise.resolve(new HealthRepository(database))),
    feed: await api.onDatabase((database) => Promise.resolve(new ChangeFeedRepository(database))),
    rateStore: new MemoryRateStore(() => 0),
  });
  const NOTE = 'All of them are invented.';
  expect((await fastify.inject('/')).body).toContain(NOTE);
  const { body } = await fastify.inject('/doctors/900001');
  expect([body.includes('This record is invented.'), body.includes('noindex')]).toEqual([true, true]);
  expect((await api.askBeside('/')).body).not.toContain(NOTE);
  await fastify.close();
});

test('terms, contact, refund period and taxes of the seller are shown as configured', async () => {
  const seller = await TestApi.start({
    env: {
      SELLER_TERMS_URL: 'https://seller.example/terms',
      SELLER_CONTACT: 'help@seller.example',
      SELLER_REFUND_DAYS: '14',
      SELLER_TAX_NOTE: 'Plus 13% HST (Ontario).',
      CORRECTION_DAYS: '1',
    },
  });
  try {
    const [portal, offer] = [await seller.askBeside('/'), await seller.askBeside('/buy')];
    for (const { body } of [portal, offer]) {
      expect(body).toContain('<a href="https://seller.example/terms">Terms of sale</a>');
      expect(body).toContain('<a href="mailto:help@seller.example">help@seller.example</a>');
    }
    expect(offer.body).toContain('You can get your money back within 14 days.');
    expect(offer.body).toContain('Plus 13% HST (Ontario).');
    const corrections = (await seller.askBeside('/corrections?page=/doctors/900001')).body;
    expect(corrections).toContain(
      'mailto:help@seller.example?subject=Corrections&amp;body=http%3A%2F%2Flocalhost%3A3000%2Fdoctors%2F900001',
    );
    const plain = (await seller.askBeside('/corrections?page=https://elsewhere.example')).body;
    expect(plain).toContain('<a href="mailto:help@seller.example">help@seller.example</a>');
    expect(plain).not.toContain('body=');
    expect(corrections).toContain('You get an answer within 1 day.');
    expect((await api.askBeside('/buy')).body).not.toMatch(/Terms of sale|Contact:|money back/);
  } finally {
    await seller.stop();
  }
});

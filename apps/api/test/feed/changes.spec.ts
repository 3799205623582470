import { SyncHistory } from '@care-atlas/data/sync';
import { CLINICS, DOCTORS } from '../../../../libs/domain/test/invented-directory.js';
import { TEXTS } from '../../src/texts/texts.js';
import { until } from '../until.js';
import { DOCTOR, FeedStage } from './feed-stage.js';
import { HIDE } from '../../../../libs/domain/test/builders.js';

const stage = FeedStage.ofFile();

describe('/changes', () => {
  it('200: the cursor of now without after, and later changes with it', async () => {
    const { next, ...now } = await stage.changes();
    expect(now).toEqual({ changes: [], more: false, export: null });
    const version = await stage.rename('Dr. Zoë Renamed');
    const page = await stage.changes(`?after=${next}`);
    expect(page).toMatchObject({
      changes: [
        {
          type: 'doctor',
          id: DOCTOR!.registrationNumber,
          op: 'updated',
          fields: ['name'],
          datasetVersion: version,
          doctor: { name: 'Dr. Zoë Renamed', practisingSince: DOCTOR!.practisingSince },
        },
      ],
      more: false,
    });
    expect(await stage.changes(`?after=${page.next}`)).toMatchObject({
      changes: [],
      next: page.next,
      more: false,
    });
  });

  it('200: pages, and kinds of records', async () => {
    const { next } = await stage.changes();
    await stage.api.sync((writer) => writer.clinics([{ ...CLINICS[0], phone: '+1-416-555-0199' }]));
    const whole = await stage.changes(`?after=${next}`);
    expect(whole.changes.map(({ type }) => type)).toEqual(expect.arrayContaining(['clinic', 'doctor']));
    const paged: string[] = [];
    for (let after = next, more = true; more;) {
      const page = await stage.changes(`?after=${after}&limit=1`);
      paged.push(...page.changes.map(({ id }) => id));
      ({ next: after, more } = page);
    }
    expect(paged).toEqual(whole.changes.map(({ id }) => id));
    const clinics = await stage.changes(`?after=${next}&types=clinic`);
    expect(clinics.changes.map(({ type }) => type)).toEqual(['clinic']);
    expect(clinics.next).toBe(whole.next);
  });

  it('200: a page of at most 1,000, with a sandbox key 100', async () => {
    const { next } = await stage.changes();
    expect(await stage.changes(`?after=${next}&limit=1001`)).toMatchObject({
      warnings: ['The limit 1001 was capped at 1000.'],
    });
    expect(await stage.changes(`?after=${next}&limit=101`, stage.api.keys.sandbox)).toMatchObject({
      warnings: ['The limit 101 was capped at 100.'],
    });
    expect(await stage.changes(`?after=${next}&limit=100&aftr=1`, stage.api.keys.sandbox)).toMatchObject({
      warnings: ["Unknown parameter 'aftr' was ignored. Did you mean 'after'?"],
    });
  });

  it('is not stored by clients', async () => {
    const answer = await stage.api.ask('/changes');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it.each(['after=x', 'after=MC4xLTlmOGU3ZDZj', 'types=review', 'limit=0', 'limit=-1', 'limit=x'])(
    '400: %s',
    async (query) => {
      const { status, refusal } = await stage.api.ask(`/changes?${query}`);
      expect([status, refusal.error, refusal.param]).toEqual([400, 'missing_param', query.split('=')[0]]);
    },
  );

  it('401 without a key, 405 to other methods, 429 over the limit', async () => {
    expect((await stage.api.ask('/changes', { key: null })).status).toBe(401);
    expect((await stage.api.ask('/changes', { method: 'POST' })).status).toBe(405);
    const key = await stage.api.mintKey('admin');
    expect([
      (await stage.api.ask('/changes', { key })).status,
      (await stage.api.ask('/changes', { key })).status,
    ]).toEqual([200, 429]);
  });

  it('410: the changes were pruned, with the address of the newest export; 503 until there is one', async () => {
    const { next } = await stage.changes();
    const early = await stage.api.publish(stage.folder);
    await stage.rename('Dr. Pruned');
    await stage.rename('Dr. Pruned Twice');
    await stage.api.onDatabase((database) => new SyncHistory(database).prune(new Date('2100-01-01')));
    // The export that there is cannot be followed either.
    const { status, refusal, headers } = await stage.api.ask(`/changes?after=${next}`);
    expect([status, refusal.error, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect(await stage.changes()).toMatchObject({ export: null });
    expect((await stage.api.ask(`/changes?after=${early.cursor}`)).status).toBe(503);
    const { datasetVersion, cursor } = await stage.api.publish(stage.folder);
    const manifest = `exports/${datasetVersion}/manifest.json`;
    const gone = await stage.api.ask(`/changes?after=${next}`);
    expect([gone.status, gone.refusal.error]).toEqual([410, 'gone']);
    expect(gone.refusal.message).toContain(manifest);
    expect((await stage.api.ask(`/changes?after=${cursor}`)).status).toBe(200);
    expect(await stage.changes()).toMatchObject({ export: manifest });
  });
});

describe('/changes of a list', () => {
  const ACCEPTING = 'list=clinics&acceptance=yes';
  const accept = (accepting: boolean) =>
    stage.api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting }]));
  const refusal = async (query: string) => {
    const answer = await stage.api.ask(`/changes?${query}`);
    const { error, details, message } = answer.json<{
      error: string;
      message: string;
      details?: { param: string }[];
    }>();
    return [answer.status, error, details?.[0]?.param ?? message];
  };

  it('200: what entered the list, what left it and what changed, from its X-Cursor on', async () => {
    const version = await accept(false);
    const list = () => stage.api.ask('/clinics?acceptance=yes&limit=1');
    await until(async () => (await list()).headers['x-dataset-version'] === version);
    const cursor = String((await list()).headers['x-cursor']);
    await accept(true);
    await stage.api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: true, name: 'Renamed' }]));
    await accept(false);
    const page = await stage.changes(`?${ACCEPTING}&after=${cursor}&include=contact`);
    const { id, phone } = CLINICS[0];
    expect(page).toMatchObject({
      changes: [
        {
          type: 'clinic',
          id,
          op: 'entered',
          reason: ['acceptance'],
          fields: [],
          item: { id, phone, accepting: true },
        },
        { type: 'clinic', id, op: 'changed', reason: [], fields: ['name'], item: { name: 'Renamed' } },
        { type: 'clinic', id, op: 'left', reason: ['acceptance'], fields: [], item: null },
      ],
      more: false,
    });
    expect(await stage.changes(`?${ACCEPTING}&after=${page.next}`)).toMatchObject({
      changes: [],
      more: false,
    });
    // The clinic is the primary one of its doctors.
    const doctors = await stage.changes(`?list=doctors&acceptance=yes&after=${cursor}`);
    expect(new Set(doctors.changes.map(({ op }) => op))).toEqual(new Set(['entered', 'changed', 'left']));
  });

  it('200: pages, the cursor of now, and what words and places were read as', async () => {
    const now = await stage.changes('?list=doctors&near=Kipling station&within=3&specialties=heart doctor');
    expect(now).toMatchObject({ changes: [], more: false });
    expect(now.interpreted!.map(({ param }) => param)).toEqual(['specialties', 'near']);
    const { next } = await stage.changes('?list=doctors');
    await accept(true);
    await accept(false);
    const whole = await stage.changes(`?list=doctors&after=${next}`);
    expect(whole.changes.length).toBeGreaterThan(1);
    const paged: unknown[] = [];
    for (let after = next, more = true; more;) {
      const page = await stage.changes(`?list=doctors&after=${after}&limit=1`);
      paged.push(...page.changes);
      ({ next: after, more } = page);
    }
    expect(paged).toEqual(whole.changes);
  });

  it('200: of a hidden doctor only that the doctor left, also in what was told before', async () => {
    const { next } = await stage.changes('?list=doctors');
    const { registrationNumber } = DOCTOR!;
    await stage.rename('Dr. Zoë Hidden');
    await stage.api.sync((writer) => writer.correct({ ...HIDE, key: registrationNumber }));
    const page = await stage.changes(`?list=doctors&q=nobody&after=${next}`);
    expect(page.changes).toMatchObject([
      { id: registrationNumber, op: 'left', reason: [], fields: [], item: null },
    ]);
    expect(JSON.stringify(await stage.changes(`?list=doctors&after=${next}`))).not.toContain('Zoë Hidden');
    const stored = await stage.api.rows(
      `select 1 from directory_change where image_before::text like '%Zoë Hidden%' or image_after::text like '%Zoë Hidden%'`,
    );
    expect(stored).toEqual([]);
    await stage.api.sync((writer) => writer.withdraw(1, 'test', 'test'));
    const again = await stage.changes(`?list=doctors&after=${page.next}`);
    expect(again.changes).toMatchObject([{ id: registrationNumber, op: 'entered', reason: [] }]);
  });

  it.each([
    ['list=doctors&near=Kipling station', 'near'],
    ['list=doctors&lat=43.7&lng=-79.4', 'lat'],
    ['list=doctors&sort=name', 'sort'],
    ['list=clinics&offset=10', 'offset'],
    ['list=clinics&format=csv', 'format'],
    ['list=clinics&types=clinic', 'types'],
    ['list=clinics&include=hours', 'include'],
    ['list=specialists', 'specialty'],
    ['list=reviews', 'list'],
    ['list=doctors&near=Nowhere&within=2', 'near'],
    ['list=doctors&since=2999-01-01', 'since'],
    ['list=doctors&since=yesterday', 'since'],
    ['list=doctors&since=2026-02-30', 'since'],
    ['list=doctors&since=2026-01-01&after=x', 'since'],
    ['list=doctors&after=x', 'after'],
  ])('400: %s', async (query, param) => {
    expect(await refusal(query)).toEqual([400, 'missing_param', param]);
  });

  it('410: since before the oldest change, and changes of a release that stored no images', async () => {
    const answer =
      /^What a list needs to tell its changes from then on is not kept: (?:begin with since=(\S+), or )?request the list again, and begin with its X-Cursor\.$/;
    const earliestOf = async (query: string) => {
      const [status, code, message] = await refusal(query);
      expect([status, code, message]).toEqual([410, 'gone', expect.stringMatching(answer)]);
      return answer.exec(String(message))![1];
    };
    const earliest = await earliestOf('list=doctors&since=2001-01-01');
    // The last run ended after the present of the test by as long as it took.
    stage.api.wait(600_000);
    expect((await stage.api.ask(`/changes?list=doctors&since=${earliest!}`)).status).toBe(200);
    const { next } = await stage.changes('?list=clinics');
    await accept(true);
    await stage.api.rows('update directory_change set before_on = null');
    await earliestOf(`list=clinics&after=${next}`);
    expect(await stage.changes(`?after=${next}`)).toMatchObject({ more: false });
  });

  it('filters without list are unknown parameters, as before', async () => {
    const { warnings } = await stage.changes('?acceptance=yes');
    expect(warnings).toEqual(["Unknown parameter 'acceptance' was ignored."]);
  });
});

describe('/openings.atom', () => {
  const QUERY = 'acceptance=yes&near=Spadina+station&within=2';
  const ENTERING = DOCTORS.find(({ registrationNumber }) => registrationNumber === '900036')!;
  const opened = async () => {
    await stage.api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: false }]));
    const version = await stage.api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting: true }]));
    await until(async () => (await stage.api.ask('/doctors')).headers['x-dataset-version'] === version);
  };

  it('200: who entered the list, with stable ids, in both languages; 304 to who holds it', async () => {
    await opened();
    const feed = await stage.api.askBeside(`/openings.atom?${QUERY}`);
    expect(feed).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'public, max-age=60',
      },
    });
    expect(feed.body).toContain(`<title>${ENTERING.name} is new in the list</title>`);
    expect(feed.body).toContain('accepts new patients');
    expect(feed.body).toContain(
      '<title>Care Atlas: new in the list (near Spadina station, within 2 km, accepts new patients)</title>',
    );
    expect(feed.body).toContain(
      `<link href="http://localhost:3000/doctors/${ENTERING.registrationNumber}"/>`,
    );
    expect(feed.body).toContain(`<link href="http://localhost:3000/?acceptance=yes&amp;near=`);
    const idsIn = (body: string) => Array.from(body.matchAll(/<entry>\s*<id>([^<]+)/g), ([, id]) => id);
    const ids = idsIn(feed.body);
    expect(new Set(ids).size).toBe(ids.length);
    const held = await stage.api.askBeside(`/openings.atom?${QUERY}`, {
      'if-none-match': String(feed.headers['etag']),
    });
    expect([held.status, held.body]).toEqual([304, '']);
    await opened();
    const later = idsIn((await stage.api.askBeside(`/openings.atom?${QUERY}`)).body);
    expect(later.length).toBeGreaterThan(ids.length);
    expect(later.slice(-ids.length)).toEqual(ids);
    const french = await stage.api.askBeside(`/fr/openings.atom?${QUERY}`);
    expect(french.body).toContain('xml:lang="fr"');
    expect(french.body).toContain(`${ENTERING.name} entre dans la liste`);
    expect(french.body).toContain('(près de Spadina station, à moins de 2 km, accepte de nouveaux patients)');
    expect(french.body).toContain(
      `<link href="http://localhost:3000/fr/doctors/${ENTERING.registrationNumber}"/>`,
    );
    expect(french.body).toContain(
      `<summary>${ENTERING.specialties.map(TEXTS.fr.names.specialty).join(', ')};`,
    );
  });

  it('names no doctor who was hidden since', async () => {
    const { registrationNumber: key, name } = ENTERING;
    const version = await stage.api.sync((writer) => writer.correct({ ...HIDE, key }));
    await until(async () => (await stage.api.ask('/doctors')).headers['x-dataset-version'] === version);
    expect((await stage.api.askBeside(`/openings.atom?${QUERY}`)).body).not.toContain(name);
    const [last] = (await stage.api.rows('select max(id)::integer as id from correction')) as {
      id: number;
    }[];
    await stage.api.sync((writer) => writer.withdraw(last!.id, 'test', 'test'));
  });

  it.each([
    [
      'specialtys=Cardiology&near=Kipling&within=2',
      'specialtys',
      /'specialtys'\. Did you mean 'specialties'\?$/,
    ],
    ['gender=female&limit=5', 'limit', /'limit'\.$/],
  ])('400: %s has a parameter that the feed does not know', async (query, param, message) => {
    const refused = await stage.api.askBeside(`/openings.atom?${query}`);
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { error: 'missing_param', param, message: expect.stringMatching(message) as string },
    ]);
  });

  it('200: a parameter that counts visits is not meant for the feed', async () => {
    expect((await stage.api.askBeside('/openings.atom?gender=female&utm_source=letter')).status).toBe(200);
  });

  it('400: a place without a bound', async () => {
    const refused = await stage.api.askBeside('/openings.atom?near=Spadina+station');
    expect([refused.status, refused.json()]).toMatchObject([400, { error: 'missing_param', param: 'near' }]);
  });

  it('is what the portal links to beside a search, within 2 km of a place without a bound', async () => {
    const page = await stage.api.askBeside('/?near=Spadina+station&languages=Tamil');
    expect(page.body).toContain(
      'href="/openings.atom?near=Spadina+station&amp;languages=Tamil&amp;within=2"',
    );
    expect(page.body).toContain('Follow: what is new in this list, within 2 km, for feed readers');
  });
});

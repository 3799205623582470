import { parse } from 'csv-parse/sync';
import type { OperationName } from '@care-atlas/domain/contract';
import { LISTS as FORMS } from '@care-atlas/domain/formats';
import { exampleRequest, LISTS } from './contract.js';
import { CLINICS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi, type TestAnswer } from './test-api.js';

type Item = Readonly<Record<string, unknown>>;
type Place = Readonly<{ lat: number; lng: number }>;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const CSV = 'text/csv';
const GEOJSON = 'application/geo+json';
const JSON_TYPE = 'application/json';

const typeOf = ({ headers }: TestAnswer) => headers['content-type']?.replace(/; charset=utf-8$/, '');
const also = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const rowsOf = ({ body }: TestAnswer) => parse(body, { columns: true, record_delimiter: '\r\n' }) as Item[];
/** Returns the cells of an item by column. */
function cellsOf(item: Item): Item {
  const cells = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[name, value.join('; ')]];
    if (typeof value !== 'object' || value === null)
      return [[name, value === null ? '' : String(value as string).replace(/^\+(?=1-)/, '')]];
    const inner = Object.entries(cellsOf(value as Item));
    return inner.map(([part, cell]) => [name + part[0]!.toUpperCase() + part.slice(1), cell]);
  });
  return Object.fromEntries(cells);
}

/** Returns the JSON of a header. */
const valueOf = ({ headers }: TestAnswer, name: string) => JSON.parse(headers[name] ?? 'null') as unknown;

describe.each(LISTS.map((operation) => [operation.path, operation] as const))('%s', (_path, operation) => {
  const path = exampleRequest(operation);
  const shape = FORMS.get(operation.operationId as OperationName)!;
  const hasPlaces = operation.responses['200']!.content![GEOJSON] !== undefined;

  it('is CSV with the same values, and the envelope in headers', async () => {
    const asked = also(path, 'surprise=1');
    const json = await api.ask(asked);
    const csv = await api.ask(also(asked, 'format=csv'));
    expect(typeOf(csv)).toBe(CSV);
    const { [shape.items]: items, ...envelope } = json.json<Item>();
    const rows = rowsOf(csv);
    // A member that only some items have is empty in the others.
    const empty = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, '']));
    expect(rows).toEqual((items as Item[]).map((item) => ({ ...empty, ...cellsOf(item) })));
    for (const [member, value] of Object.entries(envelope)) {
      const name = member.replace('total', 'totalCount').replace(/[A-Z]/g, '-$&').toLowerCase();
      expect([member, valueOf(csv, `x-${name}`)]).toEqual([member, value]);
    }
    expect(envelope).toMatchObject({ warnings: ["Unknown parameter 'surprise' was ignored."] });
  });

  it('has a row of column names without an item', async () => {
    const answer = await api.ask(also(path, 'format=csv&limit=0'));
    expect(answer.body).toMatch(/^\w+(,\w+)+\r\n/);
    expect(rowsOf(answer)).toHaveLength(valueOf(answer, 'x-count') as number);
  });

  it('chooses the form by the first choice of Accept, unless format names one', async () => {
    const forms: readonly (readonly [accept: string, type: string])[] = [
      ['*/*', JSON_TYPE],
      ['text/*', JSON_TYPE],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
      ['text/csv', CSV],
      ['TEXT/CSV; charset=utf-8', CSV],
      ['text/csv, application/json', CSV],
      ['application/json, text/csv', JSON_TYPE],
      ['text/csv;q=0.5, application/json;q=0.4', CSV],
      ['text/csv;q=0.4, application/json;q=0.5', JSON_TYPE],
      ['text/csv;q=0.4, */*;q=0.5', JSON_TYPE],
      ['text/csv, */*;q=0.5', CSV],
      ['text/html, text/csv;q=0.8, */*;q=0.1', CSV],
      ['text/csv;q=0', JSON_TYPE],
      ['application/geo+json', hasPlaces ? GEOJSON : JSON_TYPE],
      ['application/geo+json;q=0.9, text/csv;q=0.8', hasPlaces ? GEOJSON : CSV],
      [', ;;q=x,text/csv/,,"', JSON_TYPE],
    ];
    for (const [accept, type] of forms) {
      const answer = await api.ask(path, { headers: { accept } });
      expect([accept, answer.status, typeOf(answer)]).toEqual([accept, 200, type]);
      expect(answer.headers['vary']).toBe('Authorization, Accept, accept-encoding');
    }
    const named = await api.ask(also(path, 'format=json'), { headers: { accept: CSV } });
    expect(typeOf(named)).toBe(JSON_TYPE);
    expect(named.body).toBe((await api.ask(path)).body);
    expect(typeOf(await api.ask(also(path, 'format=csv'), { headers: { accept: JSON_TYPE } }))).toBe(CSV);
    expect(typeOf(await api.ask(also(path, 'format='), { headers: { accept: CSV } }))).toBe(CSV);
  });

  it('rejects another format in JSON, also to a client that prefers CSV', async () => {
    for (const format of ['xml', 'CSV', 'csv&format=csv', ...(hasPlaces ? [] : ['geojson'])]) {
      const refused = await api.ask(also(path, `format=${format}`), { headers: { accept: CSV } });
      expect([format, refused.status, typeOf(refused)]).toEqual([format, 400, JSON_TYPE]);
      expect(refused.refusal).toMatchObject({ error: 'missing_param', param: 'format' });
      expect(refused.headers['x-dataset-version']).toBe(api.version);
    }
  });

  it('has an entity tag for each form, and answers 304 to each', async () => {
    const asking = [JSON_TYPE, CSV, ...(hasPlaces ? [GEOJSON] : [])].map((accept) => ({
      headers: { accept },
    }));
    const tags: string[] = [];
    for (const { headers } of asking) {
      const { etag } = await api.ask(path, { headers });
      const held = await api.ask(path, { headers: { ...headers, 'if-none-match': etag } });
      expect(held).toMatchObject({ status: 304, etag, body: '' });
      expect(held.headers).toMatchObject({
        vary: 'Authorization, Accept, accept-encoding',
        'x-dataset-version': api.version,
      });
      const other = await api.ask(path, { headers: { ...headers, 'if-none-match': tags.join() } });
      expect(other.status).toBe(200);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(asking.length);
    expect((await api.ask(also(path, 'format=csv'))).etag).toBe(
      (await api.ask(also(path, 'format=csv'), { headers: { accept: CSV } })).etag,
    );
  });

  it('answers HEAD with the headers of GET', async () => {
    const got = await api.ask(path, { headers: { accept: CSV } });
    const asked = await api.ask(path, { method: 'HEAD', headers: { accept: CSV } });
    for (const name of ['content-type', 'content-length', 'etag', 'x-total-count', 'x-count', 'link']) {
      expect([name, asked.headers[name]]).toEqual([name, got.headers[name]]);
    }
  });
});

describe('CSV', () => {
  it('has the columns of the guide, with those of the clinic', async () => {
    const { body } = await api.ask('/doctors?format=csv&limit=1');
    expect(body.split('\r\n')[0]).toBe(
      'id,cpsoNumber,name,gender,yearsOfPractice,specialties,languages,clinicId,clinicName,clinicAddress,clinicLat,' +
        'clinicLng,clinicPhone,clinicAcceptingNewPatients,dataFreshness,syncedAt',
    );
  });

  it('joins lists, keeps accents, and defuses telephone numbers but no coordinates', async () => {
    const [row] = rowsOf(
      await api.ask('/doctors?format=csv&limit=1&specialties=Pediatrics&languages=French'),
    );
    expect(row).toMatchObject({ specialties: 'Pediatrics; Family Medicine', languages: 'English; French' });
    const clinics = rowsOf(await api.ask('/clinics?format=csv'));
    expect(clinics.map(({ name }) => name)).toEqual(CLINICS.map(({ name }) => name));
    const [at] = rowsOf(await api.ask('/doctors/search?format=csv&q=900001'));
    expect(at).toMatchObject({ clinicPhone: '1-416-555-0101', clinicLng: '-79.405' });
  });

  it('adds the columns of requested members', async () => {
    const plain = rowsOf(await api.ask('/clinics?format=csv'));
    const full = rowsOf(await api.ask('/clinics?format=csv&include=notes,links'));
    const added = Object.keys(full[0]!).filter((name) => !(name in plain[0]!));
    expect(added).toEqual(['notes', 'linksSelf', 'linksWebsite', 'linksMap', 'linksPage']);
  });

  it('repeats its format in the links', async () => {
    const { headers } = await api.ask('/doctors?limit=2&format=csv');
    expect(headers['link']).toContain('<?format=csv&limit=2&offset=2>; rel="next"');
  });
});

describe('GeoJSON', () => {
  it.each(['/clinics', '/specialists?specialty=Cardiology'])(
    'puts each item of %s at its clinic',
    async (path) => {
      const { features, total, count } = (await api.ask(also(path, 'format=geojson'))).json<Collection>();
      const { clinics } = (await api.ask(path)).json<{ clinics: Item[] }>();
      expect(features.map(({ properties }) => properties)).toEqual(clinics);
      expect([total, count]).toEqual([clinics.length, clinics.length]);
      for (const { id, geometry, properties } of features) {
        const { lat, lng } = CLINICS.find((clinic) => clinic.id === id)!;
        expect([properties['id'], geometry]).toEqual([id, { type: 'Point', coordinates: [lng, lat] }]);
      }
    },
  );

  it('puts doctors at their primary clinic, and has the envelope twice', async () => {
    const answer = await api.ask('/doctors?format=geojson&limit=3&surprise=1');
    const { features, total, warnings } = answer.json<Collection>();
    for (const { geometry, properties } of features) {
      const { lat, lng } = properties['clinic'] as Place;
      expect(geometry.coordinates).toEqual([lng, lat]);
    }
    expect(features).toHaveLength(3);
    expect([total, warnings]).toEqual([40, ["Unknown parameter 'surprise' was ignored."]]);
    expect([valueOf(answer, 'x-total-count'), valueOf(answer, 'x-warnings')]).toEqual([total, warnings]);
  });
});

interface Collection {
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly coordinates: readonly number[] };
    readonly properties: Item;
  }[];
  readonly total: number;
  readonly count: number;
  readonly warnings?: readonly string[];
}

describe('the headers of an envelope', () => {
  it('are ASCII, whatever a warning repeats', async () => {
    const answer = await api.ask(`/doctors?format=csv&${encodeURIComponent('é😀\r\n\u007f')}=1`);
    expect(answer.headers['x-warnings']).toMatch(/^[ -~]+$/);
    expect(valueOf(answer, 'x-warnings')).toEqual(["Unknown parameter 'é😀\r\n\u007f' was ignored."]);
  });

  it('say what was read as something else', async () => {
    const path = `/doctors?languages=Farsi,${encodeURIComponent('普通话')}&limit=0`;
    const { interpreted } = (await api.ask(path)).json<{ interpreted: unknown[] }>();
    expect(interpreted).toHaveLength(2);
    const answer = await api.ask(`${path}&format=csv`);
    expect(answer.headers['x-interpreted']).toMatch(/^[ -~]+$/);
    expect(valueOf(answer, 'x-interpreted')).toEqual(interpreted);
  });

  it('say which ids are not listed', async () => {
    const csv = await api.ask('/doctors?ids=900003,1,900001&format=csv');
    expect(rowsOf(csv).map(({ cpsoNumber }) => cpsoNumber)).toEqual(['900003', '900001']);
    expect([valueOf(csv, 'x-missing'), valueOf(csv, 'x-total-count')]).toEqual([['1'], 2]);
    const geojson = await api.ask(`/clinics?ids=${CLINICS[0].id},nowhere&format=geojson`);
    expect([valueOf(geojson, 'x-missing'), geojson.json<Item>()['missing']]).toEqual([
      ['nowhere'],
      ['nowhere'],
    ]);
  });

  it('are cut at whole values, which X-Truncated says', async () => {
    const unknown = Array.from({ length: 12 }, (_, i) => `${encodeURIComponent('é'.repeat(39))}${i}=1`);
    const path = `/doctors?limit=0&languages=${'x'.repeat(400)}&${unknown.join('&')}`;
    const { warnings } = (await api.ask(path)).json<{ warnings: string[] }>();
    const answer = await api.ask(`${path}&format=csv`);
    const kept = valueOf(answer, 'x-warnings') as string[];
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(warnings.length);
    expect(warnings.slice(0, kept.length)).toEqual(kept);
    expect(answer.headers['x-truncated']).toBe('X-Warnings');
    expect((await api.ask('/doctors?format=csv&surprise=1')).headers).not.toHaveProperty('x-truncated');
  });
});

describe('fields', () => {
  it('select the same members in each form, and leave the envelope alone', async () => {
    const path = '/doctors?surprise=1&limit=3';
    const whole = (await api.ask(path)).json<{ doctors: Item[] }>();
    const doctors = whole.doctors.map(({ id, cpsoNumber, name, clinic }) => {
      return { id, cpsoNumber, name, clinic: { phone: (clinic as Item)['phone'] } };
    });
    const fields = 'fields=name,clinic.phone';
    const answer = await api.ask(`${path}&${fields}`);
    expect(answer.json()).toEqual({ ...whole, doctors });
    expect(answer.headers['link']).toContain('fields=name%2Cclinic.phone&limit=3&offset=3');
    const csv = await api.ask(`${path}&${fields}&format=csv`);
    expect(rowsOf(csv)).toEqual(doctors.map(cellsOf));
    expect(valueOf(csv, 'x-warnings')).toEqual(["Unknown parameter 'surprise' was ignored."]);
    const geojson = await api.ask(`${path}&${fields}&format=geojson`);
    const wholeGeojson = await api.ask(`${path}&format=geojson`);
    const { features, ...envelope } = wholeGeojson.json<{ features: Item[] }>();
    expect(geojson.json()).toEqual({
      ...envelope,
      features: features.map((feature, i) => ({ ...feature, properties: doctors[i] })),
    });
    expect(geojson.etag).not.toBe(wholeGeojson.etag);
  });

  it('select members of a record', async () => {
    const doctor = (await api.ask('/doctors/900001?fields=rating.positive,expiredAt')).json<Item>();
    expect(doctor).toEqual({
      doctor: {
        id: expect.any(String),
        cpsoNumber: '900001',
        rating: { positive: expect.any(Number) },
        expiredAt: null,
      },
    });
  });

  it('are warned of where no record has them, in each form', async () => {
    const warning = expect.stringContaining(
      'fields names what no record of this answer has: phone and website.',
    );
    const path = '/clinics?limit=2&fields=name,phone,website';
    expect((await api.ask(path)).json<Item>()['warnings']).toEqual([warning]);
    expect(valueOf(await api.ask(`${path}&format=csv`), 'x-warnings')).toEqual([warning]);
    expect((await api.ask(`${path}&include=contact`)).json()).not.toHaveProperty('warnings');
  });

  it('are all without a name, and refused with an unknown one', async () => {
    const whole = await api.ask('/doctors?limit=2');
    expect((await api.ask('/doctors?limit=2&fields=')).body).toBe(whole.body);
    const { status, refusal } = await api.ask('/doctors?fields=name,clinic.fone');
    expect([status, refusal]).toMatchObject([400, { error: 'missing_param', param: 'fields' }]);
    expect(refusal.message).toMatch(
      /^fields must be a comma-separated list of id, cpsoNumber, .* Did you mean 'clinic.phone'\?$/,
    );
  });
});

it('is an unknown parameter of an answer that is no list', async () => {
  const answer = await api.ask('/doctors/900001?format=csv', { headers: { accept: CSV } });
  expect(typeOf(answer)).toBe(JSON_TYPE);
  expect(answer.headers['vary']).toBe('Authorization, accept-encoding');
  expect(answer.json<{ warnings: string[] }>().warnings[0]).toMatch(
    /^Unknown parameter 'format' was ignored\./,
  );
});

it('serves the sandbox and a gateway in the same way', async () => {
  const sandbox = await api.ask('/doctors?format=csv&limit=50', { key: api.keys.sandbox });
  expect([rowsOf(sandbox).length, valueOf(sandbox, 'x-total-count')]).toEqual([10, 40]);
  const gated = await api.ask('/doctors?format=csv', { key: api.keys.gateway });
  expect(gated.body).toBe((await api.ask('/doctors?format=csv')).body);
});

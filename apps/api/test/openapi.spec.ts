import {
  OpeningQuery,
  ClinicQuery,
  DoctorQuery,
  DoctorSearchQuery,
  ExplanationQuery,
  FacetQuery,
  GazetteerQuery,
  PageQuery,
  type OperationName,
  DoctorDetailQuery,
  PlaceDetailQuery,
  QuestionQuery,
  type Query,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { LISTS, SELECTABLE } from '@care-atlas/domain/formats';
import { type Described, fieldsOf } from '@care-atlas/domain/schema';
import { goldenDocument } from '../src/openapi/golden.js';
import { documentInfo } from '../src/openapi/info.js';
import { DOCUMENT, KEYED_READS, OPERATIONS, validatorOf } from './contract.js';
import { TestApi } from './test-api.js';

const QUERIES: Readonly<Record<string, Described<Query>>> = {
  listDoctors: DoctorQuery,
  searchDoctors: DoctorSearchQuery,
  getDoctor: DoctorDetailQuery,
  listDoctorReviews: PageQuery,
  listClinics: ClinicQuery,
  getClinic: PlaceDetailQuery,
  listClinicReviews: PageQuery,
  listSpecialists: SpecialistQuery,
  listPlaces: GazetteerQuery,
  getFacets: FacetQuery,
  readQuestion: QuestionQuery,
  explainAbsence: ExplanationQuery,
  listChanges: OpeningQuery,
};

describe('docs/openapi.json', () => {
  it('is what `npm run golden` writes', async () => {
    expect(JSON.parse(JSON.stringify(await goldenDocument()))).toEqual(DOCUMENT);
  });

  it('is what the API serves at any address', async () => {
    const address = 'https://atlas.example:8443';
    const api = await TestApi.start({ env: { PORT: '9999', HOST: '0.0.0.0', BASE_URL: address } });
    try {
      const { status, body } = await api.askBeside('/api/v1/openapi.json');
      expect(status).toBe(200);
      expect(JSON.parse(body.replaceAll(address, 'http://localhost:3000'))).toEqual(DOCUMENT);
    } finally {
      await api.stop();
    }
  });

  it('is OpenAPI 3.1, version 1.0.0', () => {
    expect(DOCUMENT).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0', title: 'Care Atlas' } });
    expect(DOCUMENT.components?.securitySchemes).toMatchObject({
      key: { type: 'http', scheme: 'bearer', bearerFormat: 'care_<kind>_<38 letters and digits>' },
    });
    const ids = OPERATIONS.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(DOCUMENT).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
    const { schemas, responses } = DOCUMENT.components ?? {};
    const known = Object.entries({ schemas, responses }).flatMap(([kind, parts]) =>
      Object.keys(parts ?? {}).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    expect(known.filter((name) => !references.includes(name))).toEqual([]);
  });
});

describe.each(Object.entries(DOCUMENT.components!.schemas!))('schema %s', (_name, schema) => {
  it('is JSON Schema 2020-12, and open to new members', () => {
    expect(() => validatorOf(schema)).not.toThrow();
    expect(schema).toMatchObject({ type: 'object' });
    expect(schema).not.toHaveProperty('additionalProperties');
  });

  it('describes each of its properties', () => {
    const { properties } = schema as { properties: Record<string, { description?: string }> };
    expect(Object.values(properties).every(({ description }) => Boolean(description))).toBe(true);
  });
});

describe('an enum', () => {
  it.each([
    'ErrorBody.error',
    'ClinicDetail.type',
    'PlaceItem.kind',
    'Signal.dimension',
    'DimensionAverage.dimension',
  ])('that may grow, such as %s, is marked', (place) => {
    expect(fieldAt(place)).toMatchObject({ 'x-extensible-enum': expect.any(Array) });
    expect(fieldAt(place)).toMatchObject({ description: expect.stringContaining('More may be added') });
    expect(fieldAt(place)).not.toHaveProperty('enum');
  });

  it.each(['DoctorItem.gender', 'DoctorItem.dataFreshness', 'Signal.level'])(
    'that may not grow, such as %s, is closed',
    (place) => expect(fieldAt(place)).toMatchObject({ enum: expect.any(Array) }),
  );

  it('and a schema are closed in tests: an answer has no undeclared value and no undeclared member', () => {
    const validate = validatorOf({ $ref: '#/components/schemas/ErrorBody' });
    const body = { error: 'not_found', message: 'There is no such resource.', requestId: 'r' };
    expect(validate(body)).toBe(true);
    expect(validate({ ...body, error: 'invented' })).toBe(false);
    expect(validate({ ...body, invented: 1 })).toBe(false);
  });
});

/** Returns the schema of a property, such as `Signal.level`. */
function fieldAt(place: string): object {
  const [schema = '', property = ''] = place.split('.');
  const { properties = {} } = DOCUMENT.components!.schemas![schema] as {
    properties?: Record<string, object>;
  };
  return properties[property]!;
}

it.each([
  ['', { url: 'https://atlas.example/' }],
  ['help@seller.example', { email: 'help@seller.example' }],
  ['https://x.example/@help', { url: 'https://x.example/@help' }],
])('names the contact of the seller: %p', (contact, address) => {
  const { info } = documentInfo('https://atlas.example/api/v1', contact);
  expect(info.contact).toEqual({ name: 'Care Atlas', ...address });
});

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (id, operation) => {
    it('has a parameter for every part of its path, and for every field of its query', () => {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inQuery = QUERIES[id] ? fieldsOf(QUERIES[id]) : [];
      const declared = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
      expect(declared('path').map(({ name, required }) => [name, required])).toEqual(
        inPath.map((name) => [name, true]),
      );
      const fields = SELECTABLE.has(id as OperationName) ? [['fields', false]] : [];
      const format = LISTS.has(id as OperationName) ? [['format', false]] : [];
      expect(declared('query').map(({ name, required }) => [name, required])).toEqual([
        ...inQuery.map(({ name, required }) => [name, required]),
        ...fields,
        ...format,
      ]);
    });

    it('has a valid example of every parameter', () => {
      for (const { name, schema } of operation.parameters) {
        expect([name, schema.examples?.length]).toEqual([name, 1]);
        expect([name, validatorOf(schema)(schema.examples![0])]).toEqual([name, true]);
      }
    });

    it('has comma-separated lists in one parameter', () => {
      const lists = operation.parameters.filter(({ schema }) => schema.type === 'array');
      expect(lists.map(({ name, style, explode }) => [name, style, explode])).toEqual(
        lists.map(({ name }) => [name, 'form', false]),
      );
    });

    it('has a valid example of every body', () => {
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(response).toMatchObject({ description: expect.stringMatching(/\.$/) });
        const bodies = Object.values(response.content ?? {});
        // A file of an export is JSON only if it is the manifest.
        const others = id === 'getExportFile' ? 2 : (LISTS.get(id as OperationName)?.formats.length ?? 0);
        const forms = status === '200' ? others : Number(status === '206');
        expect([status, bodies.length]).toEqual([status, status === '304' ? 0 : 1 + forms]);
        for (const { schema, example } of bodies) {
          const validate = validatorOf(schema);
          expect([status, validate(example), validate.errors]).toEqual([status, true, null]);
        }
      }
    });

    it('has the headers of every answer', () => {
      for (const response of Object.values(operation.responses)) {
        expect(Object.keys(response.headers ?? {})).toContain('X-Request-Id');
      }
    });
  },
);

it.each(KEYED_READS.map(({ operationId, responses }) => [operationId, Object.keys(responses)] as const))(
  '%s lists every status that it may have',
  (_id, statuses) => {
    for (const status of ['200', '304', '400', '401', '403', '405', '414', '429', '431', '500', '503']) {
      expect(statuses).toContain(status);
    }
  },
);

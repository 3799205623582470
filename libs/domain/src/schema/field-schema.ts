import type { JsonSchema } from './schema.js';

export function text(description: string, { examples, ...rest }: JsonSchema = {}): JsonSchema {
  return { type: 'string', ...rest, description, ...(examples && { examples }) };
}

export function texts(description: string): JsonSchema {
  return { type: 'array', items: { type: 'string' }, description };
}

export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** Returns the schema of a whole number from 0 or another minimum upward. */
export function count(description: string, minimum = 0): JsonSchema {
  return { type: 'integer', minimum, description };
}

/** Returns the schema of a decimal number within bounds. */
export function decimal(description: string, minimum: number, maximum: number): JsonSchema {
  return { type: 'number', minimum, maximum, description };
}

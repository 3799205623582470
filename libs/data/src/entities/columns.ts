import { Check, type ValueTransformer } from 'typeorm';
import { columnName } from './column-name.js';

export const TIME = 'timestamp with time zone';
export const CASCADE = { onDelete: 'CASCADE' } as const;

/** Reads a bigint, which the driver returns as text, as a number: for values that stay below 2^53. */
export const BIGINT_AS_NUMBER: ValueTransformer = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (value: unknown) => value,
};

/** Limits a text column to some words. They are constants of this program, never input. */
export function OneOf(words: readonly string[]): PropertyDecorator {
  const list = words.map((word) => `'${word}'`).join(', ');
  return (entity, property) => Check(`"${columnName(String(property))}" in (${list})`)(entity, property);
}

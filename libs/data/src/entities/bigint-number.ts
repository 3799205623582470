import type { ValueTransformer } from 'typeorm';

/** Reads a bigint, which the driver returns as text, as a number: for values that stay below 2^53. */
export const BIGINT_AS_NUMBER: ValueTransformer = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (value: unknown) => value,
};

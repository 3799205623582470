import type { FieldDeclaration } from '@care-atlas/domain/schema';

const UUID = '0b6c2a9e-7f43-4d1b-9a57-3c1f0e8d2b64';

/** Returns a value that a member accepts, as far as its schema says it. */
export function validValue({ name, schema }: FieldDeclaration, password: string): unknown {
  const { type, format, enum: values, minimum = 1, minLength = 1, pattern, items } = schema;
  if (values) return values[0];
  if (type === 'array') return items?.format === 'uuid' ? [UUID] : [];
  if (type === 'object') return {};
  if (type === 'boolean') return false;
  if (type === 'integer') return minimum;
  if (format === 'uuid') return UUID;
  if (format === 'date-time') return '2027-11-20T00:00:00Z';
  if (pattern) return 'somebody';
  if (/password/i.test(name)) return password;
  return 'x'.repeat(Math.max(minLength, 1));
}

import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { invalidParameters } from '@care-atlas/domain/contract';

const VALIDATION = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  // Never echo what a user typed: it may be a password.
  validationError: { target: false, value: false },
  exceptionFactory: (errors) => {
    const details = errors.map(detailOf);
    const [first = { param: 'body', message: 'A JSON object is expected.' }, ...others] = details;
    return invalidParameters([first, ...others]);
  },
});

/** Parses a query or a body into its class. @throws DirectoryError `missing_param` listing every invalid field */
export function parseInput<T extends object>(
  type: ArgumentMetadata['type'],
  input: Type<T>,
  value: unknown,
): Promise<T> {
  return VALIDATION.transform(value, { type, metatype: input }) as Promise<T>;
}

function detailOf({ property, constraints = {} }: ValidationError): { param: string; message: string } {
  const [reason = `${property} is not valid`] = Object.values(constraints);
  return { param: property, message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
}

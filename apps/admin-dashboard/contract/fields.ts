import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsString, Length, Max, Min } from 'class-validator';

/** Combines decorators of a property; like decorators written above it, they run from the last to the first. */
function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators.toReversed()) decorate(target, property);
  };
}

export const Text = (min: number, max: number) => all(IsString(), Length(min, max));

/** Accepts one line that a user types to search for. */
export const SearchText = () => all(IsOptional(), Text(0, 100));

export const OneOf = (values: readonly string[]) => all(IsOptional(), IsIn([...values]));

export const Instant = () => all(IsOptional(), IsISO8601({ strict: true, strictSeparator: true }));

/** Accepts a whole number in a query string. The initial value of the property is the default. */
export const WholeNumber = (min: number, max: number) =>
  all(
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(min),
    Max(max),
  );

/** Bounds what a password may cost to hash. The password rules are stricter. */
export const LONGEST_PASSWORD_INPUT = 1024;

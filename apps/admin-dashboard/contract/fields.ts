import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsString, Length, Max, Min } from 'class-validator';

declare const TIMESTAMP: unique symbol;
/** A point in time, ISO 8601 in UTC. The server answers with a Date, which JSON writes in this form. */
export type Timestamp = string & { readonly [TIMESTAMP]: true };

/** Combines decorators of a property; like decorators written above it, they run from the last to the first. */
function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators.toReversed()) decorate(target, property);
  };
}

export const Text = (min: number, max: number) => all(IsString(), Length(min, max));

/** Accepts a password as it is typed. Bounds what it may cost to hash; the password rules are stricter. */
export const PasswordText = () => Text(1, 1024);

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

export const LARGEST_OFFSET = 1_000_000_000;

export class LimitQuery {
  @WholeNumber(1, 100)
  limit = 25;
}

export class PageQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  offset = 0;
}

/** Pages by the position of the last item of the previous page instead of an offset. */
export class CursorQuery extends LimitQuery {
  @WholeNumber(0, LARGEST_OFFSET)
  after = 0;
}

export interface Page {
  /** Number of matching items. */
  readonly total: number;
  /** Number of items on this page. */
  readonly count: number;
}

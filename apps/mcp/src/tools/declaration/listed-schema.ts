import type { JsonSchema } from '@care-atlas/domain/schema';

/** The tools whose answers show what doctors and clinics have: in tools/list the others only name them. */
const DESCRIBES_RECORDS: ReadonlySet<string> = new Set(['search_doctors', 'search_clinics']);

/**
 * Writes the schemas of tools in short, because a model reads every word of tools/list each time that it connects. An
 * argument is described where it is listed first: it means the same in later tools. One for each list.
 */
export class ListedSchemas {
  readonly #described = new Map<string, string>();

  /** Returns the schema of arguments without descriptions that an earlier tool has. */
  input({ properties = {}, ...schema }: JsonSchema): JsonSchema {
    const short = Object.entries(properties).map(([name, { description, ...property }]) => {
      const isKnown = description === undefined || this.#described.get(name) === description;
      if (!isKnown && !this.#described.has(name)) this.#described.set(name, description);
      return [name, isKnown ? property : { ...property, description }] as const;
    });
    return { ...schema, properties: Object.fromEntries(short) };
  }

  /** Returns the schema of an answer, with the members of records only where a tool describes them. */
  output(tool: string, schema: JsonSchema): JsonSchema {
    return withoutMembers(schema, DESCRIBES_RECORDS.has(tool) ? 2 : 1);
  }
}

/** Leaves out the members of objects that are deeper than some levels. */
function withoutMembers({ properties, items, ...schema }: JsonSchema, levels: number): JsonSchema {
  const short = (each: JsonSchema) => withoutMembers(each, levels - 1);
  const members = Object.entries(properties ?? {}).map(([name, each]) => [name, short(each)] as const);
  return {
    ...schema,
    ...(properties && levels > 0 && { properties: Object.fromEntries(members) }),
    ...(items && { items: withoutMembers(items, levels) }),
  };
}

import type { OpenAPIObject } from '@nestjs/swagger';

/** A schema of the interface description, as far as the reference shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly (string | number | boolean | readonly string[])[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface ApiResponse {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
}

/** An operation of the interface description, with its references resolved. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  /** Below the address of the interface. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly (readonly [status: string, response: ApiResponse])[];
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

/** Returns the operations of the interface description, in the order of its tags. */
export function apiOperations(document: OpenAPIObject): readonly ApiOperation[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DescribedOperation>).map(([method, operation]): ApiOperation => {
      const { operationId: id, tags, summary, description, security, parameters = [] } = operation;
      const responses = Object.entries(operation.responses).map(
        ([status, response]) => [status, resolved<ApiResponse>(document, response)] as const,
      );
      const needsKey = security.length > 0;
      const [tag = ''] = tags;
      return {
        id,
        method: method.toUpperCase(),
        path,
        tag,
        summary,
        description,
        needsKey,
        parameters,
        responses,
      };
    }),
  );
  const tags = (document.tags ?? []).map(({ name }) => name);
  return operations.sort((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
}

/** Returns what a reference names, or the value itself. */
export function resolved<Value extends { readonly $ref?: string }>(
  document: OpenAPIObject,
  value: Value,
): Value {
  if (value.$ref === undefined) return value;
  const path = value.$ref.slice(2).split('/');
  return path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document) as Value;
}

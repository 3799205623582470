import type { Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FieldDeclaration, fieldsOf } from '@care-atlas/domain/schema';
import { type EndpointDefinition, type EndpointName, ENDPOINTS } from '#contract/endpoints';

/** A row of the endpoint table, with what its input class declares. */
export interface Endpoint extends EndpointDefinition {
  readonly name: EndpointName;
  readonly part: 'query' | 'body';
  readonly members: readonly FieldDeclaration[];
}

/** Returns every row of the endpoint table, with the members that the served handler reads. */
export function endpointsOf(app: NestFastifyApplication): readonly Endpoint[] {
  const inputs = new Map(handlersOf(app));
  return Object.entries<EndpointDefinition>(ENDPOINTS).map(([name, row]) => ({
    ...row,
    name: name as EndpointName,
    part: row.method === 'GET' || row.method === 'PUT' ? 'query' : 'body',
    members: fieldsOf(inputs.get(`${row.method} ${row.path}`) ?? Object),
  }));
}

/** Lists the input class of every handler by its method and path. */
function* handlersOf(app: NestFastifyApplication): Generator<[route: string, input: Type | undefined]> {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  for (const { metatype } of controllers) {
    const { prototype } = metatype as Type;
    for (const key of Object.getOwnPropertyNames(prototype)) {
      const handler: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value;
      if (typeof handler !== 'function') continue;
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
      if (path === undefined) continue;
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const read = Object.values(
        (Reflect.getMetadata(ROUTE_ARGS_METADATA, metatype as Type, key) ?? {}) as Record<
          string,
          { readonly data?: unknown }
        >,
      );
      const input = read.map(({ data }) => data).find((data) => typeof data === 'function');
      yield [`${method} ${path}`, input as Type | undefined];
    }
  }
}

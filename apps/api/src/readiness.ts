import { Warnings } from '@care-atlas/domain/contract';
import { Field, RecordField } from '@care-atlas/domain/schema';

/** The version of the API, in its description and in its readiness. */
export const INTERFACE_VERSION = '1.0.0';

/** The dataset in service. */
export class ServedDataset {
  @Field({ type: 'string', description: 'Changes with every import.', examples: ['2-9f8e7d6c'] })
  readonly version: string;

  @Field({
    type: 'string',
    format: 'date-time',
    description: 'When the newest synchronization finished, UTC.',
  })
  readonly syncedAt: string;

  @Field({ type: 'integer', minimum: 0, description: 'Listed doctors.' })
  readonly doctors: number;

  @Field({ type: 'integer', minimum: 0, description: 'Clinics.' })
  readonly clinics: number;

  @Field(
    {
      type: ['string', 'null'],
      description:
        'The version of the newest export, as of the last minute; null without one, absent while exports cannot be read.',
      examples: ['2-9f8e7d6c'],
    },
    { optional: true },
  )
  readonly exported?: string | null | undefined;
}

/** Links to documentation and other interfaces. */
export class ServiceLinks {
  @Field({ type: 'string', format: 'uri', description: 'Documentation for people.' })
  readonly docs: string;

  @Field({ type: 'string', format: 'uri', description: 'Interface description, OpenAPI 3.1.' })
  readonly openapi: string;

  @Field({ type: 'string', format: 'uri', description: 'The MCP connector.' })
  readonly mcp: string;
}

/** The readiness of the service: it holds a dataset, and its database answers. */
export class Readiness {
  @Field({ type: 'string', enum: ['ok'], description: 'ok.' })
  readonly status: 'ok';

  @Field({ type: 'string', description: 'Name of the service.' })
  readonly name: string;

  @Field({ type: 'string', description: 'Version of the interface.' })
  readonly version: string;

  @Field({ type: 'string', enum: ['up'], description: 'up.' })
  readonly database: 'up';

  @RecordField(() => ServedDataset, 'Which dataset is served.')
  readonly dataset: ServedDataset;

  @RecordField(() => ServiceLinks, 'Where to go on.')
  readonly links: ServiceLinks;

  @Warnings() readonly warnings?: readonly string[];
}

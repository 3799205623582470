import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type Answer, DirectoryError } from '@care-atlas/domain/contract';
import type { ConnectorCall } from './connector-call.js';
import { LimitReached } from './limit-reached.js';

type Read = (call: ConnectorCall, argument: string) => Promise<Answer<unknown>> | Answer<unknown>;
type CacheScope = 'public' | 'private';

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly read: Read;
  /** Whether it is the same for every key. */
  readonly cacheScope: CacheScope;
}

const JSON_TYPE = 'application/json';
/** How long an answer may be kept: a new dataset version can come at any time, and with every hour a new view. */
const LONGEST_TTL_MS = 300_000;
const HOUR_MS = 3_600_000;
/** Of the range that JSON-RPC leaves to servers: the limit of the key is reached. */
const RATE_LIMITED = -32_010;

const STATIC: readonly Resource[] = [
  {
    uri: 'care://specialties',
    name: 'specialties',
    title: 'Specialties',
    description: 'The specialties to filter by, with how many listed doctors hold each.',
    read: ({ directory }) => directory.reads.listSpecialties(),
    cacheScope: 'public',
  },
  {
    uri: 'care://languages',
    name: 'languages',
    title: 'Languages',
    description: 'The languages to filter by, with how many listed doctors speak each.',
    read: ({ directory }) => directory.reads.listLanguages(),
    cacheScope: 'public',
  },
  {
    uri: 'care://summary',
    name: 'summary',
    title: 'Directory totals',
    description: 'How many doctors are listed, and how fresh their records are.',
    read: ({ directory }) => directory.reads.getSummary(),
    cacheScope: 'public',
  },
];

/** With the part in braces in the place of the argument. */
const DYNAMIC: readonly Resource[] = [
  {
    uri: 'care://doctors/{cpso}',
    name: 'doctor',
    title: 'Doctor',
    description: 'One doctor by registration number. Its reviews are quoted user content, unverified.',
    read: ({ directory, sizes }, cpso) => directory.reads.getDoctor(cpso, {}, sizes),
    cacheScope: 'private',
  },
  {
    uri: 'care://clinics/{id}',
    name: 'clinic',
    title: 'Clinic',
    description: 'One clinic by id.',
    read: ({ directory, sizes }, id) => directory.reads.getClinic(id, {}, sizes),
    cacheScope: 'private',
  },
];

export const RESOURCES: ListResourcesResult = {
  resources: STATIC.map(({ uri, name, title, description }) => ({
    uri,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
  })),
};

export const TEMPLATES: ListResourceTemplatesResult = {
  resourceTemplates: DYNAMIC.map(({ uri, name, title, description }) => ({
    uriTemplate: uri,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
  })),
};

/**
 * The body that the public interface answers for the same thing, with how long it may be kept.
 * @throws ResourceNotFoundError, and ProtocolError when the limit of the key is reached
 */
export async function readResource(uri: string, call: ConnectorCall, now: Date): Promise<ReadResourceResult> {
  const { waitSeconds } = call;
  if (waitSeconds !== undefined) throw limited(waitSeconds);
  const { resource, argument } = resourceAt(uri);
  const answer = await found(uri, () => resource.read(call, argument));
  return {
    contents: [{ uri, mimeType: JSON_TYPE, text: answer.text }],
    ttlMs: Math.min(LONGEST_TTL_MS, HOUR_MS - (now.getTime() % HOUR_MS)),
    cacheScope: resource.cacheScope,
  };
}

function resourceAt(uri: string): { resource: Resource; argument: string } {
  const fixed = STATIC.find((resource) => resource.uri === uri);
  if (fixed) return { resource: fixed, argument: '' };
  for (const resource of DYNAMIC) {
    const prefix = resource.uri.slice(0, resource.uri.indexOf('{'));
    const argument = uri.startsWith(prefix) ? uri.slice(prefix.length) : '';
    if (/^[\w-]+$/.test(argument)) return { resource, argument };
  }
  throw new ResourceNotFoundError(uri);
}

async function found<T>(uri: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DirectoryError && error.code === 'not_found') throw new ResourceNotFoundError(uri);
    if (error instanceof LimitReached) throw limited(error.waitSeconds);
    throw error;
  }
}

function limited(seconds: number): ProtocolError {
  const message = `The limit of requests per minute is reached. Wait ${seconds} seconds, then ask again.`;
  return new ProtocolError(RATE_LIMITED, message, { retry_after_seconds: seconds });
}

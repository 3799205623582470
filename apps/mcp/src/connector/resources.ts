import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import {
  type Answer,
  CLINIC_ID,
  DirectoryError,
  REGISTRATION_NUMBER,
  type Subject,
} from '@care-atlas/domain/contract';
import { AsOf } from '@care-atlas/domain/rules';
import type { Awaitable } from '../directory/directory-reader.js';
import type { ToolCall } from '../tools/declaration/tool.js';
import { inEach, type Texts } from '../texts/texts.js';
import { cardResource } from './card.js';

interface Resource {
  readonly path: string;
  readonly name: keyof Texts['offer']['resources'];
  /** The record that the resource is about. Without one, every key reads the same. */
  readonly subject?: Subject;
  readonly read: (call: ToolCall, id: string) => Awaitable<Answer<unknown>>;
}

const JSON_TYPE = { mimeType: 'application/json' };
/** Longest cache time: a new dataset version may come at any time, and answers may change at midnight. */
const LONGEST_TTL_MS = 300_000;

const ALL: readonly Resource[] = [
  {
    path: 'specialties',
    name: 'specialties',
    read: ({ directory }) => directory.reads.listSpecialties(),
  },
  {
    path: 'languages',
    name: 'languages',
    read: ({ directory }) => directory.reads.listLanguages(),
  },
  {
    path: 'summary',
    name: 'summary',
    read: ({ directory }) => directory.reads.getSummary(),
  },
  {
    path: 'doctors',
    name: 'doctor',
    subject: REGISTRATION_NUMBER,
    read: ({ directory, sizes }, cpso) => directory.reads.getDoctor(cpso, {}, sizes),
  },
  {
    path: 'clinics',
    name: 'clinic',
    subject: CLINIC_ID,
    read: ({ directory, sizes }, id) => directory.reads.getClinic(id, {}, sizes),
  },
];

export const RESOURCES = inEach((_language, texts): ListResourcesResult => ({
  resources: ALL.filter(({ subject }) => !subject).map((one) => ({
    uri: uriOf(one),
    ...descriptionOf(one, texts),
  })),
}));

export const TEMPLATES = inEach((_language, texts): ListResourceTemplatesResult => ({
  resourceTemplates: ALL.filter(({ subject }) => subject).map((one) => ({
    uriTemplate: uriOf(one),
    ...descriptionOf(one, texts),
  })),
}));

/**
 * Returns the body that the public interface answers for the same record, and how long hosts may cache it.
 * @throws DirectoryError `not_found` when no resource has this address
 */
export async function readResource(uri: string, call: ToolCall, now: Date): Promise<ReadResourceResult> {
  const card = cardResource(uri);
  if (card) return card;
  for (const resource of ALL) {
    const id = idIn(uri, resource);
    if (id === undefined) continue;
    const { text } = await resource.read(call, id);
    return {
      contents: [{ uri, ...JSON_TYPE, text }],
      ttlMs: Math.min(LONGEST_TTL_MS, new AsOf(now).end - now.getTime()),
      cacheScope: resource.subject ? 'private' : 'public',
    };
  }
  throw new DirectoryError('not_found');
}

/** Returns the id in the address of a resource, empty for one without a subject; undefined for another address. */
function idIn(uri: string, { path, subject }: Resource): string | undefined {
  const address = `care://${path}`;
  if (!subject) return uri === address ? '' : undefined;
  const id = uri.startsWith(`${address}/`) ? uri.slice(address.length + 1) : '';
  return subject.pattern.test(id) ? id : undefined;
}

function uriOf({ path, subject }: Resource): string {
  return `care://${path}${subject ? `/{${subject.name}}` : ''}`;
}

function descriptionOf({ name }: Resource, { offer }: Texts) {
  return { name, ...offer.resources[name], ...JSON_TYPE };
}

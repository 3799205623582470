import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Account } from '../../contract/account.js';
import type { AuditList, AuditQuery } from '../../contract/audit.js';
import type { ClinicMap, DirectoryState } from '../../contract/directory.js';
import type { KeyList, KeyQuery } from '../../contract/key.js';
import type { Sessions } from '../../contract/own-session.js';
import type { Run, RunChanges, RunList, RunRejects } from '../../contract/run.js';
import type { SessionState } from '../../contract/sign-in.js';
import type { Usage } from '../../contract/usage.js';
import { ask, noteSession } from './server.js';

/*
 * What the client asks the server. The first part of a key names its subject, as the events of /api/changes do.
 */

export const sessionQuestion = queryOptions({
  queryKey: ['session'],
  queryFn: async () => noteSession(await ask<SessionState>('/api/session')),
  staleTime: Infinity,
});

export const accountQuestion = queryOptions({
  queryKey: ['account'],
  queryFn: () => ask<Account>('/api/account'),
});

export const ownSessionsQuestion = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => ask<Sessions>('/api/account/sessions'),
});

export const keysQuestion = (query: KeyQuery) =>
  queryOptions({
    queryKey: ['keys', query],
    queryFn: () => ask<KeyList>(`/api/keys${parameters(query)}`),
    placeholderData: keepPreviousData,
  });

/** @param key the id of the only key that is meant; all when not given */
export const usageQuestion = (hours: number, key?: string) =>
  queryOptions({
    queryKey: ['usage', hours, key],
    queryFn: () => ask<Usage>(`/api/usage${parameters({ hours, key })}`),
    placeholderData: keepPreviousData,
  });

export const directoryQuestion = queryOptions({
  queryKey: ['directory'],
  queryFn: () => ask<DirectoryState>('/api/directory'),
});

export const mapQuestion = queryOptions({
  queryKey: ['directory', 'map'],
  queryFn: () => ask<ClinicMap>('/api/directory/map'),
});

export const runsQuestion = (limit: number) =>
  queryOptions({
    queryKey: ['runs', limit],
    queryFn: () => ask<RunList>(`/api/runs${parameters({ limit })}`),
    placeholderData: keepPreviousData,
  });

export const runQuestion = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'run', id],
    queryFn: () => ask<Run>(`/api/runs/${encodeURIComponent(id)}`),
  });

export const rejectsQuestion = (id: string, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['runs', 'run', id, 'rejects', page],
    queryFn: () => ask<RunRejects>(`/api/runs/${encodeURIComponent(id)}/rejects${parameters(page)}`),
    placeholderData: keepPreviousData,
  });

export const changesQuestion = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'run', id, 'changes'],
    queryFn: ({ pageParam: after }) =>
      ask<RunChanges>(`/api/runs/${encodeURIComponent(id)}/changes${parameters({ after, limit: 50 })}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });

export const auditQuestion = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: () => ask<AuditList>(`/api/audit${parameters(query)}`),
    placeholderData: keepPreviousData,
  });

/** The query part of an address; what is absent or empty is left out. */
function parameters(values: object): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return said.length === 0
    ? ''
    : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}

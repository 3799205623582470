import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedKey } from '#contract/keys';
import { queryOf } from '../api/queries.js';
import { Facts } from '../display/facts.js';
import { formatNumber } from '../display/format.js';
import { Loaded } from '../display/loaded.js';
import { StatusBadge } from '../display/status-badge.js';
import { Time } from '../display/time.js';
import common from '../strings.json';
import strings from './strings.json';

const MONTH_HOURS = 720;

/** Shows everything about one key, including its usage. */
export function KeyDetails({ of: key }: { readonly of: ListedKey }) {
  const query = useQuery(queryOf('getUsage', { query: { hours: MONTH_HOURS, key: key.id } }));
  return (
    <Loaded query={query}>
      {({ topKeys: [usage = { requests: 0, refused: 0 }] }) => (
        <Facts
          orientation="vertical"
          facts={[
            [strings.kind, common.keyKinds[key.kind]],
            [strings.prefix, <Code>{key.prefix}…</Code>],
            [strings.id, <Code>{key.id}</Code>],
            [strings.state, <StatusBadge status={key.state} />],
            ...revocationOf(key),
            [strings.created, <Time at={key.createdAt} />],
            [strings.lastUsed, <Time at={key.lastUsedAt} />],
            [strings.requests, formatNumber(key.requestsLastDay)],
            [strings.lastMonth, formatNumber(usage.requests)],
            [strings.refusedMonth, formatNumber(usage.refused)],
          ]}
        />
      )}
    </Loaded>
  );
}

function revocationOf({ revokedAt, revokedReason }: ListedKey) {
  if (revokedAt === null) return [];
  return [
    [strings.revokedAt, <Time at={revokedAt} />],
    [strings.reason, revokedReason],
  ] as const;
}

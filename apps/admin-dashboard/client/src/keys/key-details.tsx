import { Code, DataList } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedKey } from '../../../contract/key.js';
import { number } from '../format.js';
import { Answer } from '../parts/answer.js';
import { Instant } from '../parts/instant.js';
import { KeyBadge } from '../parts/status-badge.js';
import { usageQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';

const MONTH_HOURS = 720;
const { keys: texts } = TEXTS;

/** All that is known of one key, with how much it is used. */
export function KeyDetails({ of: key }: { readonly of: ListedKey }) {
  const answer = useQuery(usageQuestion(MONTH_HOURS, key.id));
  return (
    <Answer to={answer}>
      {({ topKeys }) => {
        const { requests, refused } = topKeys[0] ?? { requests: 0, refused: 0 };
        const facts = [
          [texts.columns.kind, texts.kinds[key.kind]],
          [texts.columns.prefix, <Code key="prefix">{key.prefix}…</Code>],
          [texts.id, <Code key="id">{key.id}</Code>],
          [texts.columns.state, <KeyBadge key="state" state={key.state} />],
          ...(key.revokedAt === null
            ? []
            : [
                [texts.revokedFor, <Instant key="revoked" at={key.revokedAt} />] as const,
                [texts.reason, key.revokedReason] as const,
              ]),
          [texts.columns.created, <Instant key="created" at={key.createdAt} />],
          [texts.columns.lastUsed, <Instant key="used" at={key.lastUsedAt} />],
          [texts.columns.requests, number(key.requestsLastDay)],
          [texts.lastMonth, number(requests)],
          [texts.refusedMonth, number(refused)],
        ] as const;
        return (
          <DataList orientation="vertical">
            {facts.map(([label, value]) => (
              <DataList.Item key={label}>
                <DataList.ItemLabel>{label}</DataList.ItemLabel>
                <DataList.ItemValue className="broken">{value}</DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList>
        );
      }}
    </Answer>
  );
}

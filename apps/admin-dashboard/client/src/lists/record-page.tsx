import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import type { AnswerOf } from '#contract/endpoints';
import { type Args, type JsonEndpoint } from '../api/call.js';
import { queryOf } from '../api/queries.js';
import { Loaded } from '../display/loading.js';

interface RecordDescription<Answer> {
  /** The list of all records, with its text and its address. */
  readonly back: readonly [text: string, to: string];
  /** Milliseconds until the record is loaded again; false to wait for a change. */
  readonly refresh?: (answer: Answer | undefined) => number | false;
  readonly Sections: ComponentType<{ readonly answer: Answer }>;
}

/** Returns the page of one record. The page's address has the endpoint's parameters. */
export function recordPage<Name extends JsonEndpoint>(
  endpoint: Name,
  { back: [text, to], refresh, Sections }: RecordDescription<AnswerOf<Name>>,
) {
  return function RecordPage() {
    const params = useParams();
    const query = useQuery({
      ...queryOf(endpoint, ...([{ params }] as unknown as Args<Name>)),
      refetchInterval: ({ state: { data } }) => refresh?.(data) ?? false,
    });
    return (
      <Stack>
        <Anchor component={Link} to={to} size="sm" inherit={false}>
          ← {text}
        </Anchor>
        <Loaded query={query}>{(answer) => <Sections answer={answer} />}</Loaded>
      </Stack>
    );
  };
}

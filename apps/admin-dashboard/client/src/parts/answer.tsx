import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TEXTS } from '../texts/texts.js';
import { NotLoaded } from './refusal.js';

interface AnswerProps<Data> {
  readonly to: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** What the server answered; until then that it is loading, or why there is none. */
export function Answer<Data>({ to: { data, error, refetch }, children }: AnswerProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <NotLoaded error={error} retry={() => void refetch()} />;
  return <Loading />;
}

export function Loading() {
  return (
    <Center mih={120}>
      <Loader aria-label={TEXTS.loading} role="status" />
    </Center>
  );
}

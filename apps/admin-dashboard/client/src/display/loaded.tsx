import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import common from '../strings.json';
import { LoadError } from './error-alert.js';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, a spinner while it loads, or why it failed. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  return <Loading />;
}

export function Loading() {
  return (
    <Center mih={120}>
      <Loader aria-label={common.loading} role="status" />
    </Center>
  );
}

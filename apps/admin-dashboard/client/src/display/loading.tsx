import { Alert, Box, Button, EmptyState, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTrouble } from '../api/connection.js';
import { ApiError, ConnectionError, UserError, WorkerError } from '../api/errors.js';
import { English, ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { fill, formatRelative } from './format.js';
import { Note } from './values.js';

const { common } = TEXTS;
const { errors } = common;
const ALERT = { color: 'red', icon: <IconAlertTriangle aria-hidden />, role: 'alert' };

/** Returns what went wrong and what to do. */
function explain(error: Error): ReactNode {
  if (error instanceof ConnectionError) return errors.connection;
  if (error instanceof UserError) return error.message;
  if (error instanceof WorkerError) return <English text={error.message} />;
  if (!(error instanceof ApiError) || error.status === 500) return errors.unexpected;
  if (error.status === 429) return fill(errors.wait, { wait: formatRelative(error.retryAfter ?? 60) });
  return <ServerText {...error.text} />;
}

/** Whether a request failed because the session has ended, for which the person signs in above the page. */
function isEnded(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { message } = error.text;
  return typeof message === 'object' && message.code === 'no_session';
}

/** Shows why a change failed. */
export function ErrorAlert({ error }: { readonly error: Error | null }) {
  if (!error || isEnded(error)) return null;
  return (
    <Alert {...ALERT}>
      {explain(error)}
      {error instanceof ApiError && error.status >= 500 && (
        <Note size="xs">{fill(errors.request, { id: error.body.requestId })}</Note>
      )}
    </Alert>
  );
}

/** Shows that the page cannot be brought up to date at present, and why. */
export function TroubleAlert() {
  const trouble = useTrouble();
  if (!trouble) return null;
  const { title, lead } = common.trouble[trouble];
  return (
    <Alert color="orange" mb="lg" role="status" icon={<IconPlugConnectedX aria-hidden />} title={title}>
      {lead}
    </Alert>
  );
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, a skeleton while it loads, or why it failed. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (!error) return <Loading />;
  return (
    <Alert {...ALERT} title={errors.load}>
      <Group justify="space-between">
        <Text size="sm">{explain(error)}</Text>
        <Button size="xs" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Group>
    </Alert>
  );
}

/** The lines of a text that is not there yet. */
export function Loading() {
  return (
    <Stack role="status" aria-label={common.loading} gap="sm" mih={120} py="sm">
      {['40%', '100%', '85%'].map((width) => (
        <Skeleton key={width} height={14} width={width} />
      ))}
    </Stack>
  );
}

/** Replaces a page that cannot be shown yet, and says so if that takes long. */
export function Waiting() {
  return (
    <Box component="main" p="md">
      <VisuallyHidden component="h1">{common.product}</VisuallyHidden>
      <TroubleAlert />
      <Loading />
    </Box>
  );
}

export interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
}

/** Replaces an empty list, with a hint on how to fill it. */
export function Empty({ title, hint }: EmptyProps) {
  return <EmptyState size="sm" py="lg" title={title} description={hint} icon={<IconInbox aria-hidden />} />;
}

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, ConnectionError, UserError } from '../api/errors.js';
import common from '../strings.json';
import { fill } from './fill.js';
import { formatRelative } from './format.js';
import { Note } from './note.js';

const { errors } = common;
const ALERT = { color: 'red', icon: <IconAlertTriangle aria-hidden />, role: 'alert' };

/** Returns what went wrong and what to do. */
function explain(error: Error): string {
  if (error instanceof ConnectionError) return errors.connection;
  if (error instanceof UserError) return error.message;
  if (!(error instanceof ApiError) || error.status === 500) return errors.unexpected;
  if (error.status === 429) return fill(errors.wait, { wait: formatRelative(error.retryAfter ?? 60) });
  return error.message;
}

/** Shows why a change failed. */
export function ErrorAlert({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <Alert {...ALERT}>
      {explain(error)}
      {error instanceof ApiError && error.status >= 500 && (
        <Note size="xs">{fill(errors.request, { id: error.body.requestId })}</Note>
      )}
    </Alert>
  );
}

/** Shows why data could not be loaded, in its place. */
export function LoadError({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  return (
    <Alert {...ALERT} title={errors.load}>
      <Group justify="space-between">
        <Text size="sm">{explain(error)}</Text>
        <Button size="xs" onClick={retry}>
          {common.retry}
        </Button>
      </Group>
    </Alert>
  );
}

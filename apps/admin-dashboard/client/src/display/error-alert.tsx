import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, ConnectionError, UserError } from '../api/errors.js';
import { common } from '../strings.js';
import { formatRelative } from './format.js';

const { errors } = common;

/** Returns what went wrong and what to do. */
function explain(error: Error): string {
  if (error instanceof ConnectionError) return errors.connection;
  if (error instanceof UserError) return error.message;
  if (!(error instanceof ApiError) || error.status === 500) return errors.unexpected;
  if (error.status === 429) return errors.wait(formatRelative(error.retryAfter ?? 60));
  return error.message;
}

/** Shows why a change failed. */
export function ErrorAlert({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {explain(error)}
      {error instanceof ApiError && error.status >= 500 && (
        <Text size="xs" c="dimmed">
          {errors.request(error.body.requestId)}
        </Text>
      )}
    </Alert>
  );
}

/** Shows why data could not be loaded, in its place. */
export function LoadError({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={errors.load}
      role="alert"
    >
      <Group justify="space-between">
        <Text size="sm">{explain(error)}</Text>
        <Button variant="default" size="xs" onClick={retry}>
          {common.retry}
        </Button>
      </Group>
    </Alert>
  );
}

/** Replaces a page that failed to render, and offers to reload it. */
export function BrokenPage() {
  return (
    <Alert color="red" variant="light" title={errors.page} role="alert">
      {errors.pageReason} <Anchor href={location.pathname}>{errors.reload}</Anchor>
    </Alert>
  );
}

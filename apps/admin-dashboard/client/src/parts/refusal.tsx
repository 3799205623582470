import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ExplainedError } from '../explained-error.js';
import { relative } from '../format.js';
import { RefusedError, UnreachableError } from '../server.js';
import { TEXTS } from '../texts/texts.js';

/** What went wrong, as a sentence that says what to do. */
export function explain(error: Error): string {
  if (error instanceof UnreachableError) return TEXTS.failure.unreachable;
  if (error instanceof ExplainedError) return error.message;
  if (!(error instanceof RefusedError)) return TEXTS.failure.unexpected;
  if (error.status === 429) return TEXTS.failure.wait(relative(error.retryAfter ?? 60));
  if (error.status === 500) return TEXTS.failure.unexpected;
  return error.message;
}

/** A refusal of what was sent, above or below a form. */
export function Refused({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {explain(error)}
      {error instanceof RefusedError && error.status >= 500 && (
        <Text size="xs" c="dimmed">
          {TEXTS.failure.request(error.refusal.requestId)}
        </Text>
      )}
    </Alert>
  );
}

/** Something that could not be loaded, in its place. */
export function NotLoaded({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={TEXTS.failure.title}
      role="alert"
    >
      <Group justify="space-between">
        <Text size="sm">{explain(error)}</Text>
        <Button variant="default" size="xs" onClick={retry}>
          {TEXTS.again}
        </Button>
      </Group>
    </Alert>
  );
}

/** Puts what the server says of each field beside the field. */
export function placeFaults<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: Error,
): void {
  if (!(error instanceof RefusedError)) return;
  const known = Object.entries(error.fields).filter(([field]) => field in form.values);
  form.setErrors(Object.fromEntries(known));
}

/** Whether every fault of a refusal stands beside a field already. */
export function isPlaced(error: Error | null, fields: readonly string[]): boolean {
  if (!(error instanceof RefusedError)) return false;
  const faults = Object.keys(error.fields);
  return faults.length > 0 && faults.every((fault) => fields.includes(fault));
}

/** A whole page that failed, which loading it anew may mend. */
export function BrokenPage() {
  return (
    <Alert color="red" variant="light" title={TEXTS.failure.page} role="alert">
      {TEXTS.failure.pageReason} <Anchor href={location.pathname}>{TEXTS.failure.reload}</Anchor>
    </Alert>
  );
}

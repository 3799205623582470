import { EmptyState } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';

/** An empty place, with what would fill it. */
export function Nothing({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return <EmptyState size="sm" py="lg" title={title} description={hint} icon={<IconInbox aria-hidden />} />;
}

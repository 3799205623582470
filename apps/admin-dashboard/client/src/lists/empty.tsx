import { EmptyState } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';

/** Replaces an empty list, with a hint on how to fill it. */
export function Empty({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return <EmptyState size="sm" py="lg" title={title} description={hint} icon={<IconInbox aria-hidden />} />;
}

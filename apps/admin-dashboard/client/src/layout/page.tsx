import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { common } from '../strings.js';

interface PageProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading, which is also the title of the browser tab. */
export function Page({ title, lead, actions, children }: PageProps) {
  useDocumentTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" maw="46rem">
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** A section of a page with its own heading. */
export function Panel({ title, lead, actions, children }: PageProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }} miw={0}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" maw="46rem">
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${common.product}`;
  }, [title]);
}

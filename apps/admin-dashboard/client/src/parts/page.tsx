import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import { TEXTS } from '../texts/texts.js';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  /** What can be done on the whole page, beside its title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the dashboard, named in its heading and in the tab. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – ${TEXTS.product}`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          <Title order={1} size="h2" tabIndex={-1} id="page-title">
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

/** A part of a page under a heading of its own. */
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

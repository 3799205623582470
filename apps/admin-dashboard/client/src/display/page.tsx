import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { TEXTS } from '../language/texts.js';

const { common } = TEXTS;

export interface HeadingProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
}

interface PageProps extends HeadingProps {
  readonly children: ReactNode;
}

/** A page with its heading, which is also the title of the browser tab. */
export function Page({ children, ...heading }: PageProps) {
  useTabTitle(heading.title);
  return (
    <Stack gap="lg">
      <Heading {...heading} level={1} />
      {children}
    </Stack>
  );
}

/** A section of a page with its own heading. */
export function Panel({ children, ...heading }: PageProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }} miw={0}>
      <Heading {...heading} level={2} id={id} />
      {children}
    </Paper>
  );
}

function Heading(props: HeadingProps & { readonly level: 1 | 2; readonly id?: string }) {
  const { title, lead, actions, level, id } = props;
  const [group, titleSize, leadSize] =
    level === 1 ? [{ gap: 'md' }, 'h2', undefined] : [{ gap: 'sm', mb: 'md' }, 'h4', 'sm'];
  return (
    <Group justify="space-between" align="flex-start" {...group}>
      <div>
        <Title order={level} size={titleSize} id={id}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size={leadSize} maw="46rem">
            {lead}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  );
}

export function useTabTitle(title: string): void {
  useDocumentTitle(`${title} – ${common.product}`);
}

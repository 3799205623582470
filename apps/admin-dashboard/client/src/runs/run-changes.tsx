import { Badge, Button, Center, Code, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunChange } from '../../../contract/run.js';
import { Answer } from '../parts/answer.js';
import { Panel } from '../parts/page.js';
import { WideTable } from '../parts/wide-table.js';
import { changesQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';

const { runs: texts } = TEXTS;

/** What a run changed, record by record. */
export function RunChanges({ runId }: { readonly runId: string }) {
  const answer = useInfiniteQuery(changesQuestion(runId));
  return (
    <Panel title={texts.changes}>
      <Answer to={answer}>
        {({ pages }) => <Changes changes={pages.flatMap(({ changes }) => changes)} />}
      </Answer>
      {answer.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {TEXTS.more}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

function Changes({ changes }: { readonly changes: readonly RunChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">{texts.changesEmpty}</Text>;
  return (
    <WideTable label={texts.changes} minWidth={640} heads={[texts.record, texts.change, texts.fields]}>
      {changes.map(({ position, record, key, change, fields }) => (
        <Table.Tr key={position}>
          <Table.Td>
            {record}
            <Text size="xs" c="dimmed" className="broken">
              {key}
            </Text>
          </Table.Td>
          <Table.Td>
            <Badge variant="default" tt="none" fw={500}>
              {change}
            </Badge>
          </Table.Td>
          <Table.Td>
            {Object.entries(fields).map(([field, [before, after]]) => (
              <Text key={field} size="sm">
                {field}: <Code>{shown(before)}</Code> {texts.became} <Code>{shown(after)}</Code>
              </Text>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

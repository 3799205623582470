import { Button, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Run } from '../../../contract/run.js';
import { number } from '../format.js';
import { Answer } from '../parts/answer.js';
import { Panel } from '../parts/page.js';
import { PAGE_ROWS, Pager } from '../parts/pager.js';
import { WideTable } from '../parts/wide-table.js';
import { rejectsQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';

const { runs: texts } = TEXTS;

/** The rows that a run could not use, to look at and to download. */
export function RunRejects({ run }: { readonly run: Run }) {
  const [page, setPage] = useState(1);
  const answer = useQuery(rejectsQuestion(run.id, { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS }));
  const isEmpty = answer.data?.total === 0;
  return (
    <Panel
      title={texts.rejects}
      actions={
        !isEmpty && (
          <Button
            component="a"
            href={`/api/runs/${run.id}/rejects.csv`}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {texts.download}
          </Button>
        )
      }
    >
      <Answer to={answer}>
        {({ rejects, total }) =>
          total === 0 ? (
            <Text c="dimmed">{texts.rejectsEmpty}</Text>
          ) : (
            <>
              <WideTable
                label={texts.rejects}
                minWidth={560}
                heads={[texts.line, texts.column, texts.value, texts.why]}
              >
                {rejects.map(({ line, column, value, reason }, index) => (
                  <Table.Tr key={index}>
                    <Table.Td>{line === null ? '' : number(line)}</Table.Td>
                    <Table.Td>{column}</Table.Td>
                    <Table.Td className="broken">{value}</Table.Td>
                    <Table.Td>{reason}</Table.Td>
                  </Table.Tr>
                ))}
              </WideTable>
              <Pager label={texts.rejectPages} total={total} page={page} onPage={setPage} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}

import { Badge, Button, Group, Table } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession, Sessions } from '../../../contract/own-session.js';
import { Answer } from '../parts/answer.js';
import { Instant } from '../parts/instant.js';
import { Panel } from '../parts/page.js';
import { Refused } from '../parts/refusal.js';
import { WideTable } from '../parts/wide-table.js';
import { ownSessionsQuestion, sessionQuestion } from '../questions.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';

const { account: texts } = TEXTS;

/** Where one is signed in; any of it can be ended. */
export function SessionPanel() {
  const client = useQueryClient();
  const answer = useQuery(ownSessionsQuestion);
  const end = useMutation({
    mutationFn: (id?: string) =>
      change<Sessions | undefined>(
        id === undefined ? '/api/account/sessions' : `/api/account/sessions/${id}`,
        undefined,
        'DELETE',
      ),
    onSuccess: (after, id) => {
      // Nothing is left to answer when it was the session that asked.
      if (!after) return void client.invalidateQueries({ queryKey: sessionQuestion.queryKey });
      client.setQueryData(ownSessionsQuestion.queryKey, after);
      notifications.show({ message: id === undefined ? texts.endedOthers : texts.ended });
    },
  });
  const confirmOthers = () =>
    modals.openConfirmModal({
      title: texts.endOthersTitle,
      children: texts.endOthersLead,
      labels: { confirm: texts.endOthers, cancel: TEXTS.cancel },
      confirmProps: { color: 'red' },
      onConfirm: () => end.mutate(undefined),
    });
  const hasOthers = (answer.data?.sessions.length ?? 0) > 1;
  return (
    <Panel
      title={texts.sessions}
      lead={texts.sessionsLead}
      actions={
        hasOthers && (
          <Button variant="default" onClick={confirmOthers}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      <Refused error={end.error} />
      <Answer to={answer}>
        {({ sessions }) => (
          <WideTable
            label={texts.sessions}
            minWidth={640}
            heads={[texts.device, texts.address, texts.signedIn, texts.lastSeen, TEXTS.keys.columns.actions]}
            endsInActions
          >
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
            ))}
          </WideTable>
        )}
      </Answer>
    </Panel>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, address, current, signedInAt, lastSeenAt } = session;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          {device}
          {current && (
            <Badge variant="light" tt="none" miw="max-content">
              {texts.thisSession}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{address}</Table.Td>
      <Table.Td>
        <Instant at={signedInAt} />
      </Table.Td>
      <Table.Td>
        <Instant at={lastSeenAt} />
      </Table.Td>
      <Table.Td>
        <Button variant="default" size="xs" aria-label={texts.endOf(device, address)} onClick={onEnd}>
          {texts.end}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

import { Anchor, Button, Group, Text } from '@mantine/core';
import { type Icon, IconTablePlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ImportJob, MendedOrigin } from '#contract/imports/imports';
import type { NewMending } from '#contract/imports/mending';
import { call } from '../api/call.js';
import { reload, useMay } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { TEXTS } from '../language/texts.js';

const { imports, mending: strings } = TEXTS;

interface MendingButtonProps {
  readonly text: string;
  readonly Icon?: Icon;
  /** Makes the draft to go on with. */
  readonly send: () => Promise<ImportJob>;
}

/** Makes a draft of rejected rows, and opens its rows. */
function MendingButton({ text, Icon: ButtonIcon, send }: MendingButtonProps) {
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async ({ id }) => {
      await reload('imports');
      void navigate(`/imports/${id}/rows`);
    },
  });
  return (
    <>
      <Button
        size="xs"
        leftSection={ButtonIcon && <ButtonIcon size={16} aria-hidden />}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {text}
      </Button>
      <ErrorAlert error={sending.error} />
    </>
  );
}

/** Begins to mend the rejected rows of a run or an upload, or goes on with it. */
export function MendButton({ origin }: { readonly origin: NewMending }) {
  // The same request again is the same draft.
  const [id] = useState(() => crypto.randomUUID());
  if (!useMay('operator')) return null;
  return (
    <MendingButton
      text={strings.start}
      Icon={IconTablePlus}
      send={() => call('startMending', { params: { id }, body: origin })}
    />
  );
}

/** Makes a draft again of rows that were checked. */
export function FurtherButton({ job: { id, state } }: { readonly job: ImportJob }) {
  if (!useMay('operator') || !['review', 'failed', 'parked'].includes(state)) return null;
  return <MendingButton text={strings.further} send={() => call('reopenMending', { params: { id } })} />;
}

/** What a file of mended rows is, on the page of its import. */
export function MendedPanel({ job }: { readonly job: ImportJob & { readonly mends: MendedOrigin } }) {
  const { id, state } = job;
  const action =
    state === 'draft' ? (
      <Button component={Link} to={`/imports/${id}/rows`} size="xs" variant="filled">
        {strings.edit}
      </Button>
    ) : (
      <FurtherButton job={job} />
    );
  return (
    <Panel title={strings.panel} lead={strings.panelLead} actions={action}>
      <MendedOriginLink mends={job.mends} />
    </Panel>
  );
}

/** Leads to where the mended rows come from. */
export function MendedOriginLink({ mends: { run, import: upload } }: { readonly mends: MendedOrigin }) {
  return (
    <Text size="sm">
      {strings.origin}{' '}
      {run === null ? (
        <PageLink to={`/imports/${upload}`} label={strings.originImport} />
      ) : (
        <PageLink to={`/runs/${run}`} label={strings.originRun} />
      )}
    </Text>
  );
}

/** Leads to what mends rejected rows. */
export function MendingLinks({ mendings }: { readonly mendings: readonly ImportJob[] }) {
  if (mendings.length === 0) return null;
  return (
    <Group gap="md" mb="sm">
      {mendings.map(({ id, fileName, state }) => (
        <Anchor key={id} component={Link} to={`/imports/${id}`} size="sm" inherit={false} className="broken">
          {fill(strings.mendingsOf, { name: fileName, state: imports.states[state] })}
        </Anchor>
      ))}
    </Group>
  );
}

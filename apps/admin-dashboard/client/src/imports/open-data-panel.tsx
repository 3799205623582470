import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBuildingHospital } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { DirectoryState } from '#contract/directory/directory';
import { call } from '../api/call.js';
import { reload, useMay } from '../api/queries.js';
import { ErrorAlert } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { openData: strings } = TEXTS.imports;

/** Offers the shipped places where the directory has none, or only invented ones. */
export function OpenDataPanel({ state: { places, openData } }: { readonly state: DirectoryState }) {
  const mayImport = useMay('operator');
  if (places === 'real') return null;
  return (
    <Panel title={strings.titles[places]} lead={strings.leads[places]}>
      <Text size="sm" mb="sm">
        {strings.meaning}
      </Text>
      {openData === 'running' && (
        <Text size="sm" role="status">
          {strings.running} <PageLink to="/imports" label={strings.runningLink} />
        </Text>
      )}
      {openData === 'off' && <Text size="sm">{strings.off}</Text>}
      {openData === 'ready' && (mayImport ? <StartButton /> : <Note>{strings.mayNot}</Note>)}
    </Panel>
  );
}

function StartButton() {
  const navigate = useNavigate();
  const starting = useMutation({
    mutationFn: () => call('importOpenData'),
    onSuccess: async () => {
      notifications.show({ message: strings.started });
      await Promise.all([reload('directory'), reload('imports')]);
      void navigate('/imports');
    },
  });
  return (
    <>
      <ErrorAlert error={starting.error} />
      <Group>
        <Button
          variant="filled"
          leftSection={<IconBuildingHospital size={16} aria-hidden />}
          loading={starting.isPending}
          onClick={() => starting.mutate()}
        >
          {strings.start}
        </Button>
      </Group>
    </>
  );
}

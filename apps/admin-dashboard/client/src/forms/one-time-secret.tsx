import { Button, Checkbox, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { common } from '../strings.js';

interface OneTimeSecretProps {
  readonly lead: string;
  /** Accessible name of the secret. */
  readonly name: string;
  readonly secret: string;
  readonly copy: string;
  readonly stored: string;
  readonly onDone: () => void;
}

/** Shows a secret that cannot be shown again. The user must confirm that it is stored. */
export function OneTimeSecret({ lead, name, secret, copy, stored, onDone }: OneTimeSecretProps) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, []);
  return (
    <Stack>
      <Text size="sm">{lead}</Text>
      <Code block aria-label={name} role="group" className="secret" tabIndex={0} data-autofocus>
        {secret}
      </Code>
      <CopyButton value={secret}>
        {({ copied, copy: copyToClipboard }) => (
          <Button
            variant="default"
            onClick={copyToClipboard}
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          >
            {copied ? common.copied : copy}
          </Button>
        )}
      </CopyButton>
      <Checkbox
        label={stored}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!isStored} onClick={onDone}>
          {common.done}
        </Button>
      </Group>
    </Stack>
  );
}

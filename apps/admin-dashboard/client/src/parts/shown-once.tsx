import { Button, Checkbox, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TEXTS } from '../texts/texts.js';

interface ShownOnceProps {
  readonly lead: string;
  /** What the secret is called, for those who do not see it. */
  readonly name: string;
  /** One line each. */
  readonly secrets: readonly string[];
  readonly copy: string;
  readonly stored: string;
  readonly done: string;
  readonly onDone: () => void;
}

/** A secret that cannot be shown again: one leaves only after saying that it is stored. */
export function ShownOnce({ lead, name, secrets, copy, stored, done, onDone }: ShownOnceProps) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Stack>
      <Text size="sm">{lead}</Text>
      <Code block aria-label={name} role="group" className="secret" tabIndex={0} data-autofocus>
        {secrets.join('\n')}
      </Code>
      <CopyButton value={secrets.join('\n')}>
        {({ copied, copy: toClipboard }) => (
          <Button
            variant="default"
            onClick={toClipboard}
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          >
            {copied ? TEXTS.copied : copy}
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
          {done}
        </Button>
      </Group>
    </Stack>
  );
}

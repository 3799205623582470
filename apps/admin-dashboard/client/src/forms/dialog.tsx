import { Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TEXTS } from '../language/texts.js';

const { common } = TEXTS;
const SECTIONS = 'section, main';

export interface Dialog {
  readonly close: () => void;
  /** Closes the dialog and confirms the change. */
  readonly finish: (message: string) => void;
  /** Changes the title, and lets only the content close the dialog. */
  readonly lock: (title: string) => void;
}

/**
 * Opens a dialog. When it has closed, the focus is where it was; if that is gone, as the button of a removed row, the focus is on
 * the section that held it, so that people who use a keyboard go on from there.
 */
export function openDialog(title: string, content: (dialog: Dialog) => ReactNode): void {
  const modalId = crypto.randomUUID();
  const holders = holdersOf(document.activeElement);
  const close = () => modals.close(modalId);
  const finish = (message: string) => {
    close();
    notifications.show({ message });
  };
  const locked = { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false };
  const lock = (lockedTitle: string) => modals.updateModal({ modalId, title: lockedTitle, ...locked });
  modals.open({
    modalId,
    title,
    children: content({ close, finish, lock }),
    onExitTransitionEnd: () => keepFocus(holders),
  });
}

/** Returns an element and the sections that hold it, innermost first. */
function holdersOf(element: Element | null): HTMLElement[] {
  const holders: HTMLElement[] = element instanceof HTMLElement ? [element] : [];
  for (let holder = element?.closest<HTMLElement>(SECTIONS); holder;) {
    holders.push(holder);
    holder = holder.parentElement?.closest<HTMLElement>(SECTIONS);
  }
  return holders;
}

/**
 * Moves the focus to the innermost section that is left, as soon as the element that had it is gone: with the dialog, or later
 * with a new list. Ends when the focus is elsewhere.
 */
function keepFocus(holders: readonly HTMLElement[]): void {
  const [element] = holders;
  const watcher = new MutationObserver(() => {
    const section = holders.find(({ isConnected }) => isConnected);
    if (!section || section === element || document.activeElement !== document.body) return;
    end();
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  });
  const end = () => {
    watcher.disconnect();
    document.removeEventListener('focusin', moved);
  };
  const moved = ({ target }: FocusEvent) => {
    if (target !== element) end();
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', moved);
}

/** `name` is the accessible name of the secret. */
export type OneTimeSecretTexts = Readonly<Record<'title' | 'lead' | 'name' | 'copy' | 'stored', string>>;

interface OneTimeSecretProps {
  readonly dialog: Dialog;
  readonly texts: OneTimeSecretTexts;
  /** The form that creates the secret. */
  readonly children: (show: (secret: string) => void) => ReactNode;
}

/** Shows a form and then the secret that it created, once. The user must confirm that it is stored. */
export function OneTimeSecret({ dialog, texts, children }: OneTimeSecretProps) {
  // Only this open dialog holds the secret.
  const [secret, setSecret] = useState<string | undefined>();
  useWindowEvent('beforeunload', (event) => {
    if (secret !== undefined) event.preventDefault();
  });
  if (secret === undefined) {
    return children((created) => {
      dialog.lock(texts.title);
      setSecret(created);
    });
  }
  return (
    <Stack>
      <Text size="sm">{texts.lead}</Text>
      <Code block aria-label={texts.name} role="group" className="secret" tabIndex={0} data-autofocus>
        {secret}
      </Code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          >
            {copied ? common.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
      <Button variant="filled" onClick={dialog.close}>
        {texts.stored}
      </Button>
    </Stack>
  );
}

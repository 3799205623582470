import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

export interface Dialog {
  readonly close: () => void;
  /** Changes the title, and lets only the content close the dialog. */
  readonly lock: (title: string) => void;
}

export function openDialog(title: string, content: (dialog: Dialog) => ReactNode): void {
  const modalId = crypto.randomUUID();
  const dialog: Dialog = {
    close: () => modals.close(modalId),
    lock: (lockedTitle) =>
      modals.updateModal({
        modalId,
        title: lockedTitle,
        withCloseButton: false,
        closeOnEscape: false,
        closeOnClickOutside: false,
      }),
  };
  modals.open({ modalId, title, children: content(dialog) });
}

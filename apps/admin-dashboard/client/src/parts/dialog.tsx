import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** A dialog that is open. */
export interface OpenDialog {
  readonly close: () => void;
  /** From here on only what is inside can close it. */
  readonly hold: (title: string) => void;
}

/** Opens a dialog. The page behind it waits. */
export function openDialog(title: string, content: (dialog: OpenDialog) => ReactNode): void {
  const modalId = crypto.randomUUID();
  const dialog: OpenDialog = {
    close: () => modals.close(modalId),
    hold: (held) =>
      modals.updateModal({
        modalId,
        title: held,
        withCloseButton: false,
        closeOnEscape: false,
        closeOnClickOutside: false,
      }),
  };
  modals.open({ modalId, title, children: content(dialog) });
}

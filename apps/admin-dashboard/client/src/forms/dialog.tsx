import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export interface Dialog {
  readonly close: () => void;
  /** Closes the dialog and confirms the change. */
  readonly finish: (message: string) => void;
  /** Changes the title, and lets only the content close the dialog. */
  readonly lock: (title: string) => void;
}

export function openDialog(title: string, content: (dialog: Dialog) => ReactNode): void {
  const modalId = crypto.randomUUID();
  const close = () => modals.close(modalId);
  const finish = (message: string) => {
    close();
    notifications.show({ message });
  };
  const locked = { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false };
  const lock = (lockedTitle: string) => modals.updateModal({ modalId, title: lockedTitle, ...locked });
  modals.open({ modalId, title, children: content({ close, finish, lock }) });
}

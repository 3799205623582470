import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyLabelling as Labelling, ListedKey } from '../../../contract/key.js';
import type { OpenDialog } from '../parts/dialog.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { LabelForm } from './label-form.js';

interface KeyLabellingProps {
  readonly of: ListedKey;
  readonly dialog: OpenDialog;
}

export function KeyLabelling({ of: key, dialog }: KeyLabellingProps) {
  const client = useQueryClient();
  const relabel = useMutation({
    mutationFn: (said: Labelling) => change<ListedKey>(`/api/keys/${key.id}/label`, said),
    onSuccess: () => {
      dialog.close();
      notifications.show({ message: TEXTS.keys.renamed });
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return <LabelForm before={key.label} submit={TEXTS.save} send={relabel} />;
}

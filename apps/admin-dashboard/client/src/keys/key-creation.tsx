import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreatedKey, KeyCreation as Creation } from '../../../contract/key.js';
import type { OpenDialog } from '../parts/dialog.js';
import { ShownOnce } from '../parts/shown-once.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { LabelForm } from './label-form.js';

const { keys: texts } = TEXTS;

/** Makes an admin key and shows it, once. */
export function KeyCreation({ dialog }: { readonly dialog: OpenDialog }) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (said: Creation) => change<CreatedKey>('/api/keys', said),
    // The key is remembered nowhere but in this open dialog.
    gcTime: 0,
    onSuccess: () => {
      dialog.hold(texts.createdTitle);
      void client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  if (create.data) {
    return (
      <ShownOnce
        lead={texts.createdLead}
        name={texts.theKey}
        secrets={[create.data.key]}
        copy={texts.copyKey}
        stored={texts.stored}
        done={texts.done}
        onDone={dialog.close}
      />
    );
  }
  return <LabelForm submit={texts.createSubmit} send={create} />;
}

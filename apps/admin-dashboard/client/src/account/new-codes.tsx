import type { OpenDialog } from '../parts/dialog.js';
import { ShownOnce } from '../parts/shown-once.js';
import { TEXTS } from '../texts/texts.js';

const { account: texts } = TEXTS;

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly dialog: OpenDialog;
}

/** Recovery codes, shown once. */
export function NewCodes({ codes, dialog }: NewCodesProps) {
  return (
    <ShownOnce
      lead={texts.recoveryOnce}
      name={texts.theCodes}
      secrets={codes}
      copy={texts.copyCodes}
      stored={texts.recoveryStored}
      done={texts.done}
      onDone={dialog.close}
    />
  );
}

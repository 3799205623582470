import { Button } from '@mantine/core';
import { reload, type Subject } from '../api/queries.js';
import { TEXTS } from '../language/texts.js';
import { ApiForm, type ApiFormProps } from './api-form.js';
import { type Dialog, OneTimeSecret, type OneTimeSecretTexts, openDialog } from './dialog.js';

const { common } = TEXTS;

interface DialogForm<Name extends string, Result> extends Omit<
  ApiFormProps<Name, Result>,
  'onDone' | 'actions'
> {
  readonly title: string;
  /** What the change makes out of date. */
  readonly reloads: Subject;
  /** Whether a button beside the submit button closes the dialog. */
  readonly canCancel?: boolean;
}

interface ChangeForm<Name extends string, Result> extends DialogForm<Name, Result> {
  /** Returns the sentence that confirms the change. */
  readonly done: (result: Result) => string;
}

interface SecretForm<Name extends string, Result> extends DialogForm<Name, Result> {
  readonly texts: OneTimeSecretTexts;
  readonly secretOf: (result: Result) => string;
}

const cancelOf = ({ close }: Dialog) => <Button onClick={close}>{common.cancel}</Button>;

/** Opens a dialog with a form, which closes when its change is done. */
export function openForm<Name extends string, Result>(form: ChangeForm<Name, Result>): void {
  const { title, reloads, canCancel, done, ...fields } = form;
  openDialog(title, (dialog) => (
    <ApiForm
      {...fields}
      actions={canCancel && cancelOf(dialog)}
      onDone={(result) => {
        dialog.finish(done(result));
        void reload(reloads);
      }}
    />
  ));
}

/** Opens a dialog with a form, and then shows the secret that it created, once. */
export function openSecretForm<Name extends string, Result>(form: SecretForm<Name, Result>): void {
  const { title, reloads, canCancel, texts, secretOf, ...fields } = form;
  openDialog(title, (dialog) => (
    <OneTimeSecret dialog={dialog} texts={texts}>
      {(show) => (
        <ApiForm
          {...fields}
          actions={canCancel && cancelOf(dialog)}
          onDone={(result) => {
            show(secretOf(result));
            void reload(reloads);
          }}
        />
      )}
    </OneTimeSecret>
  ));
}

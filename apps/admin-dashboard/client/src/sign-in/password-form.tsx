import { Alert, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { call } from '../api/call.js';
import { setSession } from '../api/query-client.js';
import { Note } from '../display/note.js';
import { ApiForm } from '../forms/api-form.js';
import { NewPasswordFields, newPasswordRules } from '../forms/new-password-fields.js';
import { PasskeyButton } from './passkey-button.js';
import strings from './strings.json';

const NAME = { label: strings.name, autoComplete: 'username webauthn', autoCapitalize: 'none' };
const PASSWORD = { label: strings.password, autoComplete: 'current-password' };

/** @param hasEnded whether the user was redirected from a page of the dashboard */
export function PasswordForm({ hasEnded }: { readonly hasEnded: boolean }) {
  return (
    <Stack>
      {hasEnded && <Alert>{strings.ended}</Alert>}
      <ApiForm
        initial={{ name: '', password: '' }}
        send={(body) => call('signIn', { body })}
        onDone={setSession}
        onError={(form) => form.setFieldValue('password', '')}
        submit={strings.title}
        isWide
      >
        {(field) => (
          <>
            <TextInput {...NAME} spellCheck={false} autoFocus {...field('name')} />
            <PasswordInput {...PASSWORD} {...field('password')} />
          </>
        )}
      </ApiForm>
      {browserSupportsWebAuthn() && (
        <>
          <Divider label={strings.or} />
          <PasskeyButton label={strings.passkey} />
        </>
      )}
      <Note size="xs">{strings.help}</Note>
    </Stack>
  );
}

/** Replaces a one-time password by the user's own. */
export function NewPasswordForm({ name }: { readonly name: string }) {
  return (
    <ApiForm
      initial={{ newPassword: '', repeated: '' }}
      rules={newPasswordRules}
      send={({ newPassword }) => call('chooseNewPassword', { body: { newPassword } })}
      onDone={setSession}
      submit={strings.setPassword}
      isWide
    >
      {(field) => (
        <>
          {/* Password managers store a password together with a name. */}
          <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
          <NewPasswordFields field={field} />
        </>
      )}
    </ApiForm>
  );
}

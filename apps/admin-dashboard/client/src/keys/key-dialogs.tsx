import { Button, Code, Text } from '@mantine/core';
import { LABEL_LENGTH, MAX_RATE_LIMIT, NOTE_LENGTH } from '@care-atlas/domain/access';
import type { ListedKey } from '#contract/service/keys';
import { call } from '../api/call.js';
import { queryClient } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { ApiForm } from '../forms/api-form.js';
import { type Dialog, OneTimeSecret, openDialog } from '../forms/dialog.js';
import { TEXTS } from '../language/texts.js';

const { common, keys: strings } = TEXTS;

const LABEL = {
  label: strings.label,
  description: strings.labelHint,
  maxLength: LABEL_LENGTH,
  'data-autofocus': true,
};
const SECRET = {
  label: strings.secret,
  description: strings.secretHint,
  autoComplete: 'off',
  isSecret: true,
};
const REASON = {
  label: strings.reason,
  description: strings.reasonHint,
  suggestions: strings.reasons,
  maxLength: 200,
  'data-autofocus': true,
};

/** The fields of what may be set besides the label. */
function termFields(key?: ListedKey) {
  return {
    expiresAt: {
      label: strings.expires,
      description: strings.expiresHint,
      kind: 'day',
      isOptional: true,
      min: dayOf(new Date()),
      initial: key?.expiresAt ? dayOf(new Date(key.expiresAt)) : '',
    },
    rateLimit: {
      label: strings.limit,
      description: strings.limitHint,
      inputMode: 'numeric',
      isOptional: true,
      rule: (value: string) => (isLimit(value.trim()) ? null : LIMIT_RULE),
      initial: String(key?.rateLimit ?? ''),
    },
    note: {
      label: strings.note,
      description: strings.noteHint,
      kind: 'lines',
      isOptional: true,
      maxLength: NOTE_LENGTH,
      initial: key?.note ?? '',
    },
  } as const;
}

const LIMIT_RULE = fill(strings.limitRule, { maximum: formatNumber(MAX_RATE_LIMIT) });

function isLimit(value: string): boolean {
  return value === '' || (/^[1-9]\d*$/.test(value) && Number(value) <= MAX_RATE_LIMIT);
}

/** Returns the day of a time where the administrator is, as a field of days writes it. */
function dayOf(time: Date): string {
  const part = (value: number, length: number) => String(value).padStart(length, '0');
  return [part(time.getFullYear(), 4), part(time.getMonth() + 1, 2), part(time.getDate(), 2)].join('-');
}

/** Returns the terms as they are sent: an empty field is null, and a day ends at its last second. */
function termsOf({
  expiresAt,
  rateLimit,
  note,
}: Readonly<Record<'expiresAt' | 'rateLimit' | 'note', string>>) {
  return {
    expiresAt: expiresAt === '' ? null : new Date(`${expiresAt}T23:59:59`).toISOString(),
    rateLimit: rateLimit === '' ? null : Number(rateLimit),
    note,
  };
}

const reloadKeys = () => void queryClient.invalidateQueries({ queryKey: ['keys'] });

function finish(dialog: Dialog, message: string): void {
  dialog.finish(message);
  reloadKeys();
}

/** Creates an admin key and shows it once. */
export function openKeyCreation(): void {
  openDialog(strings.createTitle, (dialog) => (
    <OneTimeSecret dialog={dialog} texts={strings.newKey}>
      {(show) => (
        <ApiForm
          fields={{ label: LABEL, ...termFields() }}
          send={({ label, ...terms }) => call('createKey', { body: { label, ...termsOf(terms) } })}
          onDone={({ key }) => {
            show(key);
            reloadKeys();
          }}
          submit={strings.createSubmit}
        />
      )}
    </OneTimeSecret>
  ));
}

/** Registers a secret that a gateway chose. */
export function openSecretRegistration(): void {
  openDialog(strings.registerTitle, (dialog) => (
    <ApiForm
      fields={{ label: LABEL, secret: SECRET }}
      send={(body) => call('registerGatewaySecret', { body })}
      onDone={({ label }) => finish(dialog, fill(strings.registered, { label }))}
      submit={strings.registerSubmit}
    />
  ));
}

export function openKeyLabeling({ id, label: initial }: ListedKey): void {
  openDialog(strings.rename, (dialog) => (
    <ApiForm
      fields={{ label: { ...LABEL, initial } }}
      send={(body) => call('relabelKey', { params: { id }, body })}
      onDone={() => finish(dialog, strings.renamed)}
      submit={common.save}
    />
  ));
}

export function openKeyTerms(key: ListedKey): void {
  const { id, label } = key;
  openDialog(fill(strings.termsTitle, { label }), (dialog) => (
    <ApiForm
      fields={termFields(key)}
      send={(terms) => call('changeKeyTerms', { params: { id }, body: termsOf(terms) })}
      onDone={() => finish(dialog, strings.termsChanged)}
      submit={common.save}
    />
  ));
}

/** Revokes several keys for one reason. */
export function openRevocationOf(keys: readonly ListedKey[]): void {
  const count = keys.length;
  const lead = (
    <>
      <Text size="sm">{strings.revokeSelectedLead}</Text>
      <Text size="sm" component="ul" className="broken" m={0}>
        {keys.map(({ id, label, prefix }) => (
          <li key={id}>
            {label} <Code>{prefix}…</Code>
          </li>
        ))}
      </Text>
    </>
  );
  openDialog(fill(strings.revokeSelectedTitle, { count }), (dialog) => (
    <ApiForm
      lead={lead}
      fields={{ reason: REASON }}
      send={({ reason }) => call('revokeKeys', { body: { ids: keys.map(({ id }) => id), reason } })}
      onDone={({ revoked }) => finish(dialog, fill(strings.revokedSelected, { count: revoked }))}
      submit={strings.revokeSelectedSubmit}
      isDangerous
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  ));
}

/** Revokes a key for a stated reason. */
export function openKeyRevocation({ id, prefix, label }: ListedKey): void {
  const lead = (
    <Text size="sm">
      <Code>{prefix}…</Code> {strings.revokeLead}
    </Text>
  );
  openDialog(fill(strings.revokeTitle, { label }), (dialog) => (
    <ApiForm
      lead={lead}
      fields={{ reason: REASON }}
      send={(body) => call('revokeKey', { params: { id }, body })}
      onDone={() => finish(dialog, fill(strings.revoked, { label }))}
      submit={strings.revokeSubmit}
      isDangerous
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  ));
}

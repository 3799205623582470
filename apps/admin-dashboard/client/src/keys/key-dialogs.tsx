import { Code, Text } from '@mantine/core';
import { LABEL_LENGTH, MAX_RATE_LIMIT, NOTE_LENGTH } from '@care-atlas/domain/access';
import type { ListedKey } from '#contract/service/keys';
import { call } from '../api/call.js';
import { fill, formatNumber } from '../display/format.js';
import { openForm, openSecretForm } from '../forms/dialog-form.js';
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

/** Creates an admin key and shows it once. */
export function openKeyCreation(): void {
  openSecretForm({
    title: strings.createTitle,
    texts: strings.newKey,
    fields: { label: LABEL, ...termFields() },
    send: ({ label, ...terms }) => call('createKey', { body: { label, ...termsOf(terms) } }),
    secretOf: ({ key }) => key,
    submit: strings.createSubmit,
    reloads: 'keys',
  });
}

/** Registers a secret that a gateway chose. */
export function openSecretRegistration(): void {
  openForm({
    title: strings.registerTitle,
    fields: { label: LABEL, secret: SECRET },
    send: (body) => call('registerGatewaySecret', { body }),
    done: ({ label }) => fill(strings.registered, { label }),
    submit: strings.registerSubmit,
    reloads: 'keys',
  });
}

export function openKeyLabeling({ id, label: initial }: ListedKey): void {
  openForm({
    title: strings.rename,
    fields: { label: { ...LABEL, initial } },
    send: (body) => call('relabelKey', { params: { id }, body }),
    done: () => strings.renamed,
    submit: common.save,
    reloads: 'keys',
  });
}

export function openKeyTerms(key: ListedKey): void {
  const { id, label } = key;
  openForm({
    title: fill(strings.termsTitle, { label }),
    fields: termFields(key),
    send: (terms) => call('changeKeyTerms', { params: { id }, body: termsOf(terms) }),
    done: () => strings.termsChanged,
    submit: common.save,
    reloads: 'keys',
  });
}

/** Revokes several keys for one reason. */
export function openRevocationOf(keys: readonly ListedKey[]): void {
  openForm({
    title: fill(strings.revokeSelectedTitle, { count: keys.length }),
    lead: (
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
    ),
    fields: { reason: REASON },
    send: ({ reason }) => call('revokeKeys', { body: { ids: keys.map(({ id }) => id), reason } }),
    done: ({ revoked }) => fill(strings.revokedSelected, { count: revoked }),
    submit: strings.revokeSelectedSubmit,
    isDangerous: true,
    canCancel: true,
    reloads: 'keys',
  });
}

/** Revokes a key for a stated reason. */
export function openKeyRevocation({ id, prefix, label }: ListedKey): void {
  openForm({
    title: fill(strings.revokeTitle, { label }),
    lead: (
      <Text size="sm">
        <Code>{prefix}…</Code> {strings.revokeLead}
      </Text>
    ),
    fields: { reason: REASON },
    send: (body) => call('revokeKey', { params: { id }, body }),
    done: () => fill(strings.revoked, { label }),
    submit: strings.revokeSubmit,
    isDangerous: true,
    canCancel: true,
    reloads: 'keys',
  });
}

import { Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Account, OwnSession } from '#contract/people/account';
import { call } from '../api/call.js';
import { accountQuery, queryClient, queryOf } from '../api/queries.js';
import { deviceText } from '../display/device.js';
import { fill, formatNumber } from '../display/format.js';
import { ErrorAlert, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { type Column, DataTable } from '../lists/data-table.js';
import type { PageContentProps } from '../pages.js';
import { leave } from '../sign-in/return-address.js';
import { TEXTS } from '../language/texts.js';
import {
  openAuthenticatorRemoval,
  openAuthenticatorSetup,
  openCodeRenewal,
  openPasswordChange,
} from './account-dialogs.js';
import { openPasskeyCreation, PasskeyList } from './passkeys.js';

const { account: strings, common } = TEXTS;

/** The user's own password, factors and sessions. */
export default function AccountPage({ title }: PageContentProps) {
  const query = useQuery(accountQuery);
  return (
    <Page title={title} lead={query.data?.name}>
      <Loaded query={query}>{(account) => <Panels account={account} />}</Loaded>
    </Page>
  );
}

const mainButton = (label: string, onClick: () => void) => (
  <Button variant="filled" onClick={onClick}>
    {label}
  </Button>
);

function Panels({ account }: { readonly account: Account }) {
  const { totp, passkeys, recoveryCodesLeft, passwordChangedAt } = account;
  const hasFactor = totp || passkeys.length > 0;
  const supportsPasskeys = browserSupportsWebAuthn();
  const changePassword = <Button onClick={openPasswordChange}>{strings.changePassword}</Button>;
  const removeTotp = (
    <Button aria-label={strings.totpRemoveThis} onClick={openAuthenticatorRemoval}>
      {strings.remove}
    </Button>
  );
  const renewCodes = <Button onClick={openCodeRenewal}>{strings.recoveryRenew}</Button>;
  return (
    <>
      <Panel title={strings.password} actions={changePassword}>
        <Note>
          {strings.passwordChanged} <Time at={passwordChangedAt} />
        </Note>
      </Panel>
      <Panel
        title={strings.totp}
        lead={strings.totpLead}
        actions={totp ? removeTotp : mainButton(strings.totpAdd, openAuthenticatorSetup)}
      >
        <Note>{totp ? strings.totpOn : strings.totpOff}</Note>
      </Panel>
      <Panel
        title={strings.passkeys}
        lead={supportsPasskeys ? strings.passkeysLead : common.passkeys.unsupported}
        actions={supportsPasskeys && mainButton(strings.passkeyAdd, openPasskeyCreation)}
      >
        <PasskeyList passkeys={passkeys} />
      </Panel>
      <Panel title={strings.recovery} lead={strings.recoveryLead} actions={hasFactor && renewCodes}>
        <Note>
          {hasFactor
            ? fill(strings.recoveryLeft, { count: formatNumber(recoveryCodesLeft) })
            : strings.recoveryNone}
        </Note>
      </Panel>
      <SessionPanel />
    </>
  );
}

const ownSessionsQuery = queryOf('listSessions');

/** Lists the user's sessions, each of which can be ended. */
function SessionPanel() {
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({
    mutationFn: (id?: string) =>
      id === undefined ? call('endOtherSessions') : call('endSession', { params: { id } }),
    onSuccess: (remaining, id) => {
      // Ending the current session signs the user out.
      if (!remaining) return leave();
      queryClient.setQueryData(ownSessionsQuery.queryKey, remaining);
      notifications.show({ message: id === undefined ? strings.endedOthers : strings.ended });
    },
  });
  const confirmOthers = () =>
    modals.openConfirmModal({
      title: strings.endOthersTitle,
      children: strings.endOthersLead,
      labels: { confirm: strings.endOthers, cancel: common.cancel },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => end.mutate(undefined),
    });
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  const ending: Column<OwnSession> = {
    actions: ({ id, device, address }) => (
      <Button
        size="xs"
        aria-label={fill(strings.endOf, { device: deviceText(device), address })}
        onClick={() => end.mutate(id)}
      >
        {strings.end}
      </Button>
    ),
  };
  return (
    <Panel
      title={strings.sessions}
      lead={strings.sessionsLead}
      actions={hasOthers && <Button onClick={confirmOthers}>{strings.endOthers}</Button>}
    >
      <ErrorAlert error={end.error} />
      <Loaded query={query}>
        {({ sessions: rows }) => (
          <DataTable
            label={strings.sessions}
            table={{ minWidth: 640, columns: [...COLUMNS, ending] }}
            rows={rows}
          />
        )}
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<OwnSession>[] = [
  {
    head: strings.device,
    cell: ({ device, current }) => (
      <Group gap="xs">
        {deviceText(device)}
        {current && (
          <Badge variant="light" miw="max-content">
            {strings.thisSession}
          </Badge>
        )}
      </Group>
    ),
  },
  { head: strings.address, text: 'address' },
  { head: strings.signedIn, time: 'signedInAt' },
  { head: strings.lastSeen, time: 'lastSeenAt' },
];

import { Button } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account';
import { accountQuery } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import type { PageContentProps } from '../pages.js';
import common from '../strings.json';
import { openAuthenticatorRemoval, openAuthenticatorSetup, openCodeRenewal } from './factor-dialogs.js';
import { openPasskeyCreation, PasskeyList } from './passkeys.js';
import { openPasswordChange } from './password-dialogs.js';
import { SessionPanel } from './session-panel.js';
import strings from './strings.json';

/** The user's own password, factors and sessions. */
export default function AccountPage({ title }: PageContentProps) {
  const query = useQuery(accountQuery);
  return (
    <Page title={title} lead={query.data?.name}>
      <Loaded query={query}>{(account) => <Panels account={account} />}</Loaded>
    </Page>
  );
}

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
  const addTotp = (
    <Button variant="filled" onClick={openAuthenticatorSetup}>
      {strings.totpAdd}
    </Button>
  );
  const addPasskey = (
    <Button variant="filled" onClick={openPasskeyCreation}>
      {strings.passkeyAdd}
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
      <Panel title={strings.totp} lead={strings.totpLead} actions={totp ? removeTotp : addTotp}>
        <Note>{totp ? strings.totpOn : strings.totpOff}</Note>
      </Panel>
      <Panel
        title={strings.passkeys}
        lead={supportsPasskeys ? strings.passkeysLead : common.passkeys.unsupported}
        actions={supportsPasskeys && addPasskey}
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

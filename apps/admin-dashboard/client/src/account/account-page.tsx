import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../api/queries.js';
import { Loaded } from '../display/loading.js';
import { Page } from '../display/page.js';
import type { PageContentProps } from '../pages.js';
import { PasskeyPanel } from './passkey-panel.js';
import { PasswordPanel } from './password.js';
import { AuthenticatorPanel, RecoveryPanel } from './second-factor-panels.js';
import { SessionPanel } from './session-panel.js';

/** The user's own password, factors and sessions. */
export default function AccountPage({ title }: PageContentProps) {
  const query = useQuery(accountQuery);
  return (
    <Page title={title} lead={query.data?.name}>
      <Loaded query={query}>
        {(account) => (
          <>
            <PasswordPanel account={account} />
            <AuthenticatorPanel account={account} />
            <PasskeyPanel account={account} />
            <RecoveryPanel account={account} />
            <SessionPanel />
          </>
        )}
      </Loaded>
    </Page>
  );
}

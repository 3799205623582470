import { useQuery } from '@tanstack/react-query';
import { Answer } from '../parts/answer.js';
import { Page } from '../parts/page.js';
import { accountQuestion } from '../questions.js';
import { TEXTS } from '../texts/texts.js';
import { AuthenticatorPanel } from './authenticator-panel.js';
import { PasskeyPanel } from './passkey-panel.js';
import { PasswordPanel } from './password-panel.js';
import { RecoveryPanel } from './recovery-panel.js';
import { SessionPanel } from './session-panel.js';

/** How one signs in, and where one is signed in. */
export default function AccountPage() {
  const answer = useQuery(accountQuestion);
  return (
    <Page title={TEXTS.pages.account} lead={answer.data?.name}>
      <Answer to={answer}>
        {(account) => (
          <>
            <PasswordPanel account={account} />
            <AuthenticatorPanel account={account} />
            <PasskeyPanel account={account} />
            <RecoveryPanel account={account} />
            <SessionPanel />
          </>
        )}
      </Answer>
    </Page>
  );
}

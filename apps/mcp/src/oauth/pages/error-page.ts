import { messagePage, type Page } from './login-page.js';

const START_AGAIN = 'Start again from the program that sent you here.';

/** What a person can do, by the OAuth error code. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    'Care Atlas does not know the program that sent you here. Remove the connection there, and add it again.',
  invalid_redirect_uri:
    'The program that sent you here asks to be answered at an address that it did not register. Care Atlas sends nothing there.',
  temporarily_unavailable: 'Care Atlas is temporarily unavailable. Try again in a minute.',
  server_error: `Something went wrong on our side. ${START_AGAIN}`,
};

/** Returns the page for an error that must not, or cannot, be sent to the client. */
export function errorPage(code: string, description?: string): Page {
  const details = description === undefined ? code : `${code}: ${description}`;
  return messagePage(
    'Cannot connect',
    ADVICE[code] ?? START_AGAIN,
    `For the developers of the program: ${details}.`,
  );
}

import { messagePage, type Page } from './login-page.js';

/** What a person can do about it, by the code of OAuth. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    'The program that sent you here is not known. Remove the connection there, and add it again.',
  invalid_redirect_uri:
    'The program that sent you here wants the answer at an address that it did not register. Care Atlas sends nothing there.',
  temporarily_unavailable: 'Care Atlas is not available for a moment. Try again.',
  server_error: 'Something went wrong on our side. Start again from the program that sent you here.',
};
const START_AGAIN = 'Start again from the program that sent you here.';

/** The page for an authorization that must not, or cannot, be answered to the client. */
export function errorPage(code: string, description: string | undefined): Page {
  const told = description === undefined ? code : `${code}: ${description}`;
  return messagePage(
    'This connection cannot be made',
    ADVICE[code] ?? START_AGAIN,
    `For its makers: ${told}.`,
  );
}

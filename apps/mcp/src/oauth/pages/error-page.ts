import { html, type Page, type PageVisit } from '@care-atlas/server/pages';
import { PAGE_TEXTS } from '../../texts/page-texts.js';
import { messagePage } from './login-page.js';

/** The errors of OAuth with advice of their own. */
const ADVISED = [
  'invalid_client',
  'invalid_redirect_uri',
  'temporarily_unavailable',
  'server_error',
] as const;

/** Returns the page for an error that must not, or cannot, be sent to the client. It says what a person can do. */
export function errorPage(visit: PageVisit, status: number, code: string, description?: string): Page {
  const { errors: t } = PAGE_TEXTS[visit.language];
  const advised = ADVISED.find((each) => each === code);
  const details = description === undefined ? code : `${code}: ${description}`;
  return messagePage(
    visit,
    status,
    t.title,
    advised ? t[advised] : t.startAgain,
    t.details(visit.language === 'en' ? html`${details}` : html`<span lang="en">${details}</span>`),
  );
}

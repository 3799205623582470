import { lazy, Suspense } from 'react';
import { LANGUAGE } from './language.js';

/** The translations are loaded with the first message, which most visits never see. Without them it is English. */
const TranslatedMessage = lazy(() => import('./translated-message.js').catch(() => ({ default: English })));

/** Shows a message of the server in the language of the page, or marks it as English. */
export function ServerText({ text }: { readonly text: string }) {
  if (LANGUAGE === 'en') return text;
  return (
    <Suspense fallback={null}>
      <TranslatedMessage text={text} />
    </Suspense>
  );
}

/** Marks a text that is English on every page, for screen readers. */
export function English({ text }: { readonly text: string }) {
  return LANGUAGE === 'en' ? text : <span lang="en">{text}</span>;
}

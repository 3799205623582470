import { lazy, Suspense } from 'react';
import type { ErrorBody } from '#contract/endpoints';
import { LANGUAGE } from './language.js';

/** What the server says: a sentence in English, and its message, which has a sentence in every language. */
export interface ServerText {
  readonly text: string;
  readonly message?: NonNullable<ErrorBody['messages']>['message'] | undefined;
}

/** The sentences are loaded with the first message, which most visits never see. Without them it is English. */
const FrenchText = lazy(() => import('./french-text.js').catch(() => ({ default: English })));

/** Shows what the server says in the language of the page, or marks it as English. */
export function ServerText(said: ServerText) {
  if (LANGUAGE === 'en') return said.text;
  return (
    <Suspense fallback={null}>
      <FrenchText {...said} />
    </Suspense>
  );
}

/** Marks a text that is English on every page, for screen readers. */
export function English({ text }: { readonly text: string }) {
  return LANGUAGE === 'en' ? text : <span lang="en">{text}</span>;
}

import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { queryClient, sessionQuery } from '../api/queries.js';
import { TEXTS } from '../language/texts.js';
import { SignIn } from './sign-in-page.js';

const [SESSION] = sessionQuery.queryKey;

/**
 * Covers the page of a person whose session has ended, until the person has signed in again. The page stays as it is below, with
 * its dialogs and the values of its forms, but nobody can read or use it.
 */
export function SignInAbove({ name }: { readonly name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  // Before the dialog leaves the page, so that closing it returns the focus to where it was.
  useLayoutEffect(() => {
    const cover = dialog.current!;
    cover.showModal();
    // The name is filled in already.
    cover.querySelector<HTMLElement>('input[type=password]')?.focus();
    return () => {
      cover.close();
      // Loads what was refused in the meantime.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION });
    };
  }, []);
  return (
    // Browsers close a dialog at the second Escape, whatever the page says at the first.
    <dialog
      ref={dialog}
      className="above-all"
      aria-label={TEXTS.signIn.title}
      onClose={() => dialog.current?.showModal()}
    >
      <SignIn to={pathname + search} hasEnded name={name} />
    </dialog>
  );
}

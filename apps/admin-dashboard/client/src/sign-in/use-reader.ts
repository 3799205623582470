import type { Role } from '@care-atlas/domain/access';
import { useEffect, useState } from 'react';
import type { SessionState } from '#contract/people/sign-in';

export interface Reader {
  readonly name: string;
  readonly role: Role;
}

/**
 * Returns the person who is signed in, or who was until the session ended. When it is another person than before, loads everything
 * anew: what the page shows and holds belongs to somebody else.
 */
export function useReader(state: SessionState | undefined): {
  readonly reader?: Reader;
  readonly isChanging: boolean;
} {
  const [reader, setReader] = useState<Reader>();
  const current = state?.status === 'signed-in' ? state : reader;
  const isChanging = reader !== undefined && current?.name !== reader.name;
  useEffect(() => {
    if (!isChanging) return;
    sessionStorage.clear();
    location.reload();
  }, [isChanging]);
  if (!current || isChanging) return { isChanging };
  if (current.name !== reader?.name || current.role !== reader.role) {
    setReader({ name: current.name, role: current.role });
  }
  return { reader: current, isChanging };
}

import type { Role } from '@care-atlas/domain/access';
import { useState } from 'react';
import type { SessionState } from '#contract/people/sign-in';

export interface Reader {
  readonly name: string;
  readonly role: Role;
}

/** Returns the person who is signed in, or who was until the session ended. */
export function useReader(state: SessionState | undefined): Reader | undefined {
  const [reader, setReader] = useState<Reader>();
  if (state?.status !== 'signed-in') return reader;
  const { name, role } = state;
  if (name !== reader?.name || role !== reader.role) setReader({ name, role });
  return state;
}

import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ReactNode } from 'react';

interface RecordLinkProps {
  /** The kind of record. Others than doctors and clinics have no page. */
  readonly record: string;
  readonly id: string;
  readonly children: ReactNode;
}

/** Leads to the page of a doctor or clinic. */
export function RecordLink({ record, id, children }: RecordLinkProps) {
  if (record !== 'doctor' && record !== 'clinic') return children;
  return (
    <Anchor component={Link} to={`/records/${record}/${encodeURIComponent(id)}`} inherit>
      {children}
    </Anchor>
  );
}

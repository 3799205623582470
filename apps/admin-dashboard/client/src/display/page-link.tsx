import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from 'react-router';

interface PageLinkProps extends AnchorProps {
  readonly to: string;
  readonly label: string;
  readonly 'aria-label'?: string;
}

/** Leads to another page of the dashboard. */
export function PageLink({ label, ...props }: PageLinkProps) {
  return (
    <Anchor component={Link} {...props}>
      {label}
    </Anchor>
  );
}

interface RecordLinkProps {
  /** The kind of record. Others than doctors and clinics have no page. */
  readonly record: string;
  readonly id: string;
  readonly label: string;
}

/** Leads to the page of a doctor or clinic. */
export function RecordLink({ record, id, label }: RecordLinkProps) {
  if (record !== 'doctor' && record !== 'clinic') return label;
  return <PageLink to={`/records/${record}/${encodeURIComponent(id)}`} label={label} />;
}

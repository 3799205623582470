import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import '@care-atlas/server/assets/record.css';
import type { RecordDetails, RecordKind } from '#contract/directory/records';
import { useMay } from '../api/queries.js';
import { openCorrection } from '../corrections/correction-dialogs.js';
import { LANGUAGE } from '../language/language.js';

/** Shows a record for people, as the portal does. Each value that an operator may correct has a button. */
export function RecordView({ view }: { readonly view: NonNullable<RecordDetails['view']> }) {
  const mayCorrect = useMay('operator');
  const navigate = useNavigate();
  const act = (event: MouseEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-correct]');
    if (button) return openFrom(button.dataset);
    const to = target.closest('a')?.getAttribute('href');
    if (!to?.startsWith('/records/') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(to);
  };
  return (
    <div
      className={mayCorrect ? 'record-view' : 'record-view read-only'}
      onClick={act}
      // The server made it of the parts of the portal, which escape every value.
      dangerouslySetInnerHTML={{ __html: view[LANGUAGE] }}
    />
  );
}

function openFrom({ record, key = '', name = '', correct: field = '', value = '' }: DOMStringMap): void {
  openCorrection({ record: record as RecordKind, key, name }, { field, value });
}

import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Mending, MendingPatch } from '#contract/imports/mending';
import { upload } from '../api/call.js';

const SAVE_MS = 500;
const RETRY_MS = 3_000;

/** What can be changed of a row. */
export interface EditedRow {
  readonly cells: readonly string[];
  readonly isSkipped: boolean;
}

export type SaveState = 'saved' | 'saving' | 'unsaved';

/**
 * Holds rows while they are mended, and saves what was changed. What is not saved yet survives a reload in this tab.
 * @returns also `flush`, which saves now; it throws why that failed
 */
export function useMendedRows({ id, rows: loaded }: Mending) {
  const storageKey = `mending:${id}`;
  const pending = useRef<Map<number, EditedRow>>(undefined);
  pending.current ??= new Map(
    stored(storageKey).filter(([position, { cells }]) => cells.length === loaded[position]?.cells.length),
  );
  const [rows, setRows] = useState<readonly EditedRow[]>(() =>
    loaded.map(({ cells, isSkipped }, position) => pending.current!.get(position) ?? { cells, isSkipped }),
  );
  const [state, setState] = useState<SaveState>(pending.current.size > 0 ? 'saving' : 'saved');
  const [error, setError] = useState<Error | null>(null);
  const timer = useRef(0);
  const sending = useRef<Promise<void>>(undefined);

  const remember = useCallback(() => {
    const entries = [...pending.current!];
    if (entries.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(entries));
  }, [storageKey]);

  const send = useCallback(async () => {
    const sent = new Map(pending.current);
    if (sent.size === 0) return;
    const patch: MendingPatch = {
      rows: Object.fromEntries(Array.from(sent, ([position, { cells }]) => [position, cells])),
      skipped: Object.fromEntries(Array.from(sent, ([position, { isSkipped }]) => [position, isSkipped])),
    };
    await upload('saveMending', new Blob([JSON.stringify(patch)]), () => undefined, { params: { id } });
    for (const [position, row] of sent)
      if (pending.current!.get(position) === row) pending.current!.delete(position);
    remember();
  }, [id, remember]);

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    // One after the other, so that an older change never replaces a newer one.
    await sending.current?.catch(() => undefined);
    if (pending.current!.size === 0) return setState('saved');
    setState('saving');
    sending.current = send();
    try {
      await sending.current;
      setError(null);
      setState(pending.current!.size === 0 ? 'saved' : 'saving');
    } catch (failure) {
      setError(failure as Error);
      setState('unsaved');
      throw failure;
    } finally {
      sending.current = undefined;
    }
  }, [send]);

  const saveSoon = useCallback(
    (wait = SAVE_MS) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void flush().catch(() => saveSoon(RETRY_MS)), wait);
    },
    [flush],
  );
  useEffect(() => {
    if (pending.current!.size > 0) saveSoon();
    return () => {
      clearTimeout(timer.current);
      void flush().catch(() => undefined);
    };
  }, [flush, saveSoon]);
  useWindowEvent('beforeunload', (event) => {
    if (pending.current!.size > 0) event.preventDefault();
  });

  /** Changes rows. @param changed the rows by their position */
  const change = useCallback(
    (changed: ReadonlyMap<number, EditedRow>) => {
      for (const [position, row] of changed) pending.current!.set(position, row);
      remember();
      setRows((before) => before.map((row, position) => changed.get(position) ?? row));
      setState('saving');
      saveSoon();
    },
    [remember, saveSoon],
  );
  return { rows, state, error, change, flush };
}

function stored(key: string): [number, EditedRow][] {
  const text = sessionStorage.getItem(key);
  return text === null ? [] : (JSON.parse(text) as [number, EditedRow][]);
}

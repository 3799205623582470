import { useRef } from 'react';
import type { NewCorrection, Withdrawal } from '#contract/directory/corrections';
import { call } from '../api/call.js';
import { UserError, WorkerError } from '../api/errors.js';
import { TEXTS } from '../language/texts.js';

const { corrections: strings } = TEXTS;

const POLL_MS = 700;

/**
 * Returns a function that asks the worker to carry out a decision, and waits until it has. The same decision again, after its
 * answer was lost, is the same request.
 * @returns onProgress of the function receives what is being done; it throws an error that says why it was not done
 */
export function useDecisionSender() {
  const last = useRef({ content: '', id: '' });
  return async (decision: NewCorrection | Withdrawal, onProgress: (text: string) => void): Promise<void> => {
    const content = JSON.stringify(decision);
    if (last.current.content !== content) last.current = { content, id: crypto.randomUUID() };
    const { id } = last.current;
    onProgress(strings.waits);
    let job =
      'withdraws' in decision
        ? await call('withdrawCorrection', { params: { id }, body: decision })
        : await call('makeCorrection', { params: { id }, body: decision });
    while (job.state === 'confirmed' || job.state === 'importing') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      job = await call('getDecision', { params: { id } });
      if (job.state === 'importing') onProgress(job.progress || strings.decisionStates.importing);
    }
    last.current = { content: '', id: '' };
    if (job.state === 'canceled') throw new UserError(strings.canceled);
    if (job.state !== 'done') throw new WorkerError(job.reason);
  };
}

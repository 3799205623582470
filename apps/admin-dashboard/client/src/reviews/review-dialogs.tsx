import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { DeskReview } from '#contract/directory/reviews';
import { DecisionForm, openDecision } from '../corrections/decision-form.js';
import { fill } from '../display/format.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { common, reviews: strings } = TEXTS;

/** Maximum number of characters of a reply. */
const REPLY_LENGTH = 2_000;

export function openReviewHiding({ id, name, text }: DeskReview): void {
  openDecision({
    title: fill(strings.hideTitle, { name }),
    lead: fill(strings.hideLead, { text }),
    ask: ({ why }) => ({ kind: 'hide', record: 'review', key: id, given: {}, why }),
    submit: strings.hide,
    done: strings.hideDone,
  });
}

/** Shows a hidden review again. @param name that of its doctor or clinic @param hiddenBy the correction that hides it */
export function openReturn(name: string, hiddenBy: number): void {
  openDecision({
    title: fill(strings.showTitle, { name }),
    lead: strings.showLead,
    ask: ({ why }) => ({ withdraws: hiddenBy, why }),
    submit: strings.show,
    done: strings.showDone,
  });
}

export function openReply(review: DeskReview): void {
  openDialog(fill(strings.replyTitle, { name: review.name }), (dialog) => (
    <ReplyForm dialog={dialog} review={review} />
  ));
}

interface ReplyFormProps {
  readonly dialog: Dialog;
  readonly review: DeskReview;
}

function ReplyForm({ dialog, review: { id, text, reply } }: ReplyFormProps) {
  const [written, setWritten] = useState(reply?.text ?? '');
  const [isTried, setTried] = useState(false);
  const isMissing = written.trim() === '';
  return (
    <DecisionForm
      dialog={dialog}
      lead={fill(strings.replyLead, { text })}
      more={{
        names: ['given.text'],
        check: () => {
          setTried(true);
          return !isMissing;
        },
        show: ({ 'given.text': refused }) => (
          <Textarea
            label={strings.replyText}
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={REPLY_LENGTH}
            data-autofocus
            value={written}
            error={(isTried && isMissing && common.required) || (refused && <ServerText {...refused} />)}
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        ),
      }}
      ask={({ why }) => ({ kind: 'reply', record: 'review', key: id, given: { text: written.trim() }, why })}
      submit={strings.reply}
      done={strings.replyDone}
    />
  );
}

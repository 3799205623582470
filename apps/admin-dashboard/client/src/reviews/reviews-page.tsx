import { Badge, Button, Group, Text } from '@mantine/core';
import type { DeskReview } from '#contract/directory/reviews';
import { Decided } from '../corrections/decided.js';
import { fill, formatDay } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { withNote } from '../lists/data-table.js';
import { search, segments } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { openReply, openReturn, openReviewWithdrawal } from './review-dialogs.js';

const { corrections, reviews: strings } = TEXTS;

/** Finds reviews, to withdraw them or to reply. */
export default listPage('listReviews', 'reviews', {
  lead: strings.lead,
  title: strings.list,
  mayNot: corrections.mayNot,
  filters: {
    text: search(strings.search, strings.searchHint),
    state: segments(strings.state, strings.states, 'all'),
  },
  pages: strings.pages,
  empty: { title: strings.none, hint: strings.noneHint },
  Below: () => (
    <Decided
      title={strings.log}
      lead={strings.logLead}
      empty={strings.logEmpty}
      kinds={strings.logKinds}
      record="review"
    />
  ),
  table: {
    minWidth: 760,
    columns: [
      {
        head: strings.about,
        isRowHead: true,
        cell: ({ record, key, name, author, date }) =>
          withNote(
            <RecordLink record={record} id={key} label={name} />,
            fill(strings.by, { author: author || strings.anonymous, date: formatDay(date) }),
          ),
        cellProps: { maw: 220 },
      },
      { head: strings.review, cell: (review) => <Review review={review} /> },
      { role: 'operator', actions: (review) => <Actions review={review} /> },
    ],
  },
});

function Review({ review: { rating, text, reply, hiddenBy } }: { readonly review: DeskReview }) {
  return (
    <>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {fill(strings.rating, { rating })}
        </Text>
        {hiddenBy !== null && (
          <Badge color="orange" variant="light">
            {strings.states.withdrawn}
          </Badge>
        )}
      </Group>
      <Text size="sm" className="broken">
        <English text={text} />
      </Text>
      {reply && (
        <Note className="broken">
          {fill(strings.replied, { date: formatDay(reply.date), text: reply.text })}
        </Note>
      )}
    </>
  );
}

function Actions({ review }: { readonly review: DeskReview }) {
  const { name, hiddenBy } = review;
  if (hiddenBy !== null) {
    return (
      <Button
        size="xs"
        aria-label={fill(strings.showOf, { name })}
        onClick={() => openReturn(review, hiddenBy)}
      >
        {strings.show}
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" aria-label={fill(strings.replyOf, { name })} onClick={() => openReply(review)}>
        {strings.reply}
      </Button>
      <Button
        size="xs"
        aria-label={fill(strings.withdrawOf, { name })}
        onClick={() => openReviewWithdrawal(review)}
      >
        {strings.withdraw}
      </Button>
    </Group>
  );
}

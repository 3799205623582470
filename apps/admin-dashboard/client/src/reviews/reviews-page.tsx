import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { DeskReview } from '#contract/directory/reviews';
import { useMay } from '../api/queries.js';
import { Decided } from '../corrections/decided.js';
import { fill, formatDate } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { search, segments } from '../lists/filters.js';
import { listPage } from '../lists/list-page.js';
import { openReply, openReturn, openReviewHiding } from './review-dialogs.js';

const { corrections, reviews: strings } = TEXTS;

/** Finds reviews, to hide them or to reply. */
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
  Rows: ({ rows: reviews }) => (
    <Stack>
      {reviews.map((review) => (
        <Review key={review.id} review={review} />
      ))}
    </Stack>
  ),
});

function Review({ review }: { readonly review: DeskReview }) {
  const { record, key, name, author, date, rating, text, reply, hiddenBy } = review;
  const id = useId();
  const mayDecide = useMay('operator');
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} size="h5" id={id} className="broken">
            <RecordLink record={record} id={key} label={name} />
          </Title>
          <Note size="xs">
            {fill(strings.by, { author: author || strings.anonymous, date: formatDate(date) })}
          </Note>
        </div>
        <Group gap="xs">
          {hiddenBy !== null && (
            <Badge color="orange" variant="light">
              {strings.isHidden}
            </Badge>
          )}
          <Badge variant="default">{fill(strings.rating, { rating })}</Badge>
        </Group>
      </Group>
      <Text size="sm" my="xs" className="broken">
        {text === '' ? strings.noText : <English text={text} />}
      </Text>
      {reply && (
        <Note className="broken" mb="xs">
          {fill(strings.replied, { date: formatDate(reply.date), text: reply.text })}
        </Note>
      )}
      {mayDecide && <Actions review={review} />}
    </Paper>
  );
}

function Actions({ review }: { readonly review: DeskReview }) {
  const { name, hiddenBy } = review;
  if (hiddenBy !== null) {
    return (
      <Button
        size="xs"
        aria-label={fill(strings.showOf, { name })}
        onClick={() => openReturn(name, hiddenBy)}
      >
        {strings.show}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Button size="xs" aria-label={fill(strings.replyOf, { name })} onClick={() => openReply(review)}>
        {strings.reply}
      </Button>
      <Button size="xs" aria-label={fill(strings.hideOf, { name })} onClick={() => openReviewHiding(review)}>
        {strings.hide}
      </Button>
    </Group>
  );
}

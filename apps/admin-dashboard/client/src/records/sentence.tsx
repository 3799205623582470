import { Alert, Code, List, Stack, Text } from '@mantine/core';
import type { RecordList } from '#contract/directory/records';
import { fill, formatNumber } from '../display/format.js';
import { PageLink } from '../display/page-link.js';
import { Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';

const { sentence: strings } = TEXTS.records;

/** Says how words that name no record are read: as filters, or which words stop a list, and what can be asked instead. */
export function Sentence({ answer: { reading } }: { readonly answer: RecordList }) {
  if (!reading) return null;
  const { verdict, emergency, query, total, unused, offers } = reading;
  return (
    <Panel title={strings.title}>
      <Stack gap="xs">
        {emergency && <Alert color="red">{strings.emergency[emergency]}</Alert>}
        {query !== '' && <Code className="broken">{query}</Code>}
        {total !== null && (
          <Text>
            {fill(strings.list, { total: formatNumber(total) })} {total > 0 && strings.first}
          </Text>
        )}
        {verdict === 'nothing-named' && <Text>{strings.nothing}</Text>}
        <Words title={strings.stopped} words={unused.filter(({ stops }) => stops)} />
        <Words title={strings.unused} words={unused.filter(({ stops }) => !stops)} />
        {offers.length > 0 && (
          <>
            <Note>{strings.offers}</Note>
            <List>
              {offers.map((offer) => (
                <List.Item key={offer.query}>
                  <PageLink
                    to={`/records?${new URLSearchParams({ q: offer.ask })}`}
                    label={fill(strings.offer, { query: offer.query, total: formatNumber(offer.total) })}
                  />
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Panel>
  );
}

type Unused = NonNullable<RecordList['reading']>['unused'];

/** Lists words that are no filters, with what is known of each. */
function Words({ title, words }: { readonly title: string; readonly words: Unused }) {
  if (words.length === 0) return null;
  return (
    <>
      <Text>{title}</Text>
      <List>
        {words.map(({ text, verdict }, position) => (
          <List.Item key={position}>
            {fill(strings.word, { text, verdict: strings.verdicts[verdict] })}
          </List.Item>
        ))}
      </List>
    </>
  );
}

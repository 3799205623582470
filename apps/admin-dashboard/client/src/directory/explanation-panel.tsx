import { Button, Code, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComparedValue, Explanation } from '@care-atlas/domain/contract';
import { queryOf } from '../api/queries.js';
import { fill, formatNumber, formatTime } from '../display/format.js';
import { ErrorAlert, Loaded } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { RecordLink } from '../display/page-link.js';
import { Note, Warnings } from '../display/values.js';
import { choicesOf, oneOf, useUrlState } from '../lists/url-state.js';
import { LOCALE } from '../language/language.js';
import { namedBy } from '../language/names.js';
import { TEXTS } from '../language/texts.js';

const { explanation: texts } = TEXTS.directory;
const LISTING = new Intl.ListFormat(LOCALE);

interface ExplanationProps {
  /** The record that the form begins with. */
  readonly record?: { readonly list: keyof typeof texts.lists; readonly id: string };
}

/** Explains in sentences why a list has a record or not. The question is in the address, to be shared. */
export function ExplanationPanel({ record }: ExplanationProps) {
  const { get, set } = useUrlState();
  const asked = {
    list: oneOf(get('list'), texts.lists) ?? record?.list ?? 'doctors',
    id: get('record'),
    query: get('query'),
  };
  const isAsked = asked.id !== '';
  const explanation = useQuery({ ...queryOf('getExplanation', { query: asked }), enabled: isAsked });
  return (
    <Panel title={texts.title} lead={texts.lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const entries = [...new FormData(event.currentTarget)];
          rememberQuery(entries);
          set(
            Object.fromEntries(
              entries.map(([name, text]) => [name, typeof text === 'string' ? text.trim() : '']),
            ),
          );
        }}
      >
        <Group align="flex-end">
          <NativeSelect
            name="list"
            label={texts.list}
            data={choicesOf(texts.lists)}
            defaultValue={asked.list}
          />
          <TextInput
            name="record"
            label={texts.record}
            description={texts.recordHint}
            defaultValue={asked.id || record?.id}
            required
            flex={1}
            miw={220}
          />
          <TextInput
            name="query"
            label={texts.query}
            description={texts.queryHint}
            placeholder={texts.example}
            defaultValue={asked.query || lastQuery()}
            spellCheck={false}
            flex={2}
            miw={260}
          />
          <Button type="submit" loading={explanation.isFetching}>
            {texts.submit}
          </Button>
        </Group>
      </form>
      <Stack mt="md" gap="xs" role="status">
        {isAsked && explanation.error && <ErrorAlert error={explanation.error} />}
        {isAsked && !explanation.error && (
          <Loaded query={explanation}>
            {(answer) => (
              <>
                <ExplanationSentences explanation={answer} />
                {answer.record !== 'unknown' && <RecordOf {...asked} />}
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Panel>
  );
}

/** Where the query that was asked last in this tab is kept, so that it can be asked of the next record. */
const LAST_QUERY = 'care-last-query';

function lastQuery(): string {
  return sessionStorage.getItem(LAST_QUERY) ?? '';
}

function rememberQuery(entries: readonly (readonly [string, FormDataEntryValue])[]): void {
  const query = entries.find(([name]) => name === 'query')?.[1];
  if (typeof query === 'string') sessionStorage.setItem(LAST_QUERY, query.trim());
}

/** Leads to the page of the record, if it has one. Of the ids of doctors, only registration numbers name a page. */
function RecordOf({ list, id }: { readonly list: keyof typeof texts.lists; readonly id: string }) {
  if (list === 'specialists') return null;
  if (list === 'clinics') return <RecordLink record="clinic" id={id} label={texts.open} />;
  return /^\d+$/.test(id) && <RecordLink record="doctor" id={id} label={texts.open} />;
}

/** Says in sentences whether a list has a record, and why not. */
export function ExplanationSentences({ explanation }: { readonly explanation: Explanation }) {
  const { included, failed, relax, interpreted = [], warnings = [] } = explanation;
  return (
    <>
      <Text fw={600}>{verdictOf(explanation)}</Text>
      {!included && explanation.record === 'listed' && (
        <List spacing="xs">
          {failed.map(({ param, wanted, has, reason }, i) => (
            <List.Item key={param}>
              <Code>{param}</Code>{' '}
              {fill(texts.reasons[reason], { wanted: textOf(wanted, param), has: textOf(has, param) })}{' '}
              {fill(texts.matches, { total: formatNumber(relax[i]!.total) })}
            </List.Item>
          ))}
        </List>
      )}
      {interpreted.map(({ param, value, as }) => (
        <Note key={`${param} ${value}`}>
          {fill(texts.read, { param, value, as: LISTING.format(as.map((name) => namedBy(param, name))) })}
        </Note>
      ))}
      <Warnings warnings={warnings} />
    </>
  );
}

function verdictOf({ record, included, position, failed, note }: Explanation): string {
  if (record === 'unknown') return texts.records.unknown;
  if (record !== 'listed')
    return fill(texts.records[record], { time: formatTime(textOf(failed[0]!.has, '')) });
  if (!included) return fill(texts.missing, { filters: LISTING.format(failed.map(({ param }) => param)) });
  const place = fill(texts.included, { place: formatNumber(position! + 1) });
  return note === 'beyond_page' ? `${place} ${texts.beyondPage}` : place;
}

function textOf(value: ComparedValue, param: string): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === null || (Array.isArray(value) && value.length === 0)) return texts.nothing;
  if (typeof value === 'number' && param === 'within') return formatNumber(value);
  return [value]
    .flat()
    .map((one) => namedBy(param, String(one)))
    .join(', ');
}

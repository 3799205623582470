import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AnswerOf } from '#contract/endpoints';
import type { Page as AnsweredPage } from '#contract/fields';
import { type Args, download, type JsonEndpoint } from '../api/call.js';
import { queryOf, useMay } from '../api/queries.js';
import { Empty, type EmptyProps, ErrorAlert, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import type { PageContentProps } from '../pages.js';
import { DataTable, type Table } from './data-table.js';
import { type Asked, askedBy, FilterFields, type Filters } from './filter-fields.js';
import { PagedList, pageQuery } from './paged-list.js';
import { useUrlState } from './url-state.js';

/** The members of an answer that are lists of rows. */
type ListOf<Answer> = {
  [Member in keyof Answer]: Answer[Member] extends readonly object[] ? Member : never;
}[keyof Answer];
type RowOf<Answer, List extends ListOf<Answer>> = Answer[List] extends readonly (infer Row extends object)[]
  ? Row
  : never;

interface RowsProps<Row> {
  readonly rows: readonly Row[];
}

/** A list page: its endpoint, filters, columns, actions and texts. What none of these can say is a component. */
type ListDescription<Name extends JsonEndpoint, Row> = {
  readonly lead: string;
  /** The heading of the list, and the name of its table. */
  readonly title: string | ((asked: Asked<Name>) => string);
  readonly filters?: Filters<Name>;
  /** The text of a button that clears the filters. */
  readonly clear?: string;
  /** The most rows of a list without pages, if not the server's default. */
  readonly limit?: number;
  /** Returns what is shown instead of asking, if that has no answer; otherwise undefined. */
  readonly withheld?: (asked: Asked<Name>) => EmptyProps | undefined;
  /** Milliseconds until the list is loaded again; false to wait for a change. */
  readonly refresh?: (answer: AnswerOf<Name> | undefined) => number | false;
  readonly empty?: EmptyProps | ((asked: Asked<Name>) => EmptyProps);
  /** Offers operators the matching rows as a file. */
  readonly file?: FileDescription;
  /** Told to people who may not change anything here. */
  readonly mayNot?: string;
  /** Buttons beside the title. */
  readonly Actions?: ComponentType;
  /** Sections above and below the list. */
  readonly Above?: ComponentType<{ readonly answer: AnswerOf<Name> }>;
  readonly Below?: ComponentType;
} & ({ readonly table: Table<Row> } | { readonly Rows: ComponentType<RowsProps<Row>> }) &
  // A list that has pages needs a name for their navigation.
  (AnswerOf<Name> extends AnsweredPage ? { readonly pages: string } : { readonly pages?: undefined });

interface FileDescription {
  readonly endpoint: 'exportAudit' | 'exportKeys';
  readonly label: string;
  readonly done: string;
  readonly place: 'beside title' | 'beside filters';
}

/** Returns the page of a list. @param member the member of the endpoint's answer that has the rows */
export function listPage<Name extends JsonEndpoint, List extends ListOf<AnswerOf<Name>>>(
  endpoint: Name,
  member: List,
  list: ListDescription<Name, RowOf<AnswerOf<Name>, List>>,
) {
  type Answer = AnswerOf<Name>;
  type Row = RowOf<Answer, List>;
  const { lead, filters = {}, clear, limit, withheld, refresh, file, mayNot, pages } = list;
  const { Actions, Above, Below } = list;

  return function ListPage({ title }: PageContentProps) {
    const url = useUrlState();
    const { page, setPage } = url;
    const asked = askedBy(filters, url) as Asked<Name>;
    const why = withheld?.(asked);
    const input = { query: { ...asked, ...(pages === undefined ? { limit } : pageQuery(page)) } };
    const query = useQuery({
      ...queryOf(endpoint, ...([input] as unknown as Args<Name>)),
      enabled: why === undefined,
      refetchInterval: ({ state: { data } }) => refresh?.(data) ?? false,
    });
    const { button, alert } = useFile(file, asked);
    const isFileAbove = file?.place === 'beside title';
    const mayChange = useMay('operator');
    const heading = typeof list.title === 'string' ? list.title : list.title(asked);
    const { empty } = list;
    const emptyTexts = typeof empty === 'function' ? empty(asked) : empty;
    const shown = (answer: Answer) => {
      const rows = answer![member] as readonly Row[];
      if (rows.length === 0 && emptyTexts) return <Empty {...emptyTexts} />;
      if ('Rows' in list) return <list.Rows rows={rows} />;
      return <DataTable label={heading} table={list.table} rows={rows} />;
    };
    return (
      <Page title={title} lead={lead} actions={isFileAbove ? button : Actions && <Actions />}>
        {isFileAbove && alert}
        {mayNot !== undefined && !mayChange && <Note>{mayNot}</Note>}
        {Above && query.data && <Above answer={query.data} />}
        <Panel title={heading} actions={<FilterFields filters={filters} answer={query.data} inHeading />}>
          <FilterFields filters={filters} answer={query.data} clear={clear}>
            {!isFileAbove && button}
          </FilterFields>
          {!isFileAbove && alert}
          {why ? (
            <Empty {...why} />
          ) : pages === undefined ? (
            <Loaded query={query}>{shown}</Loaded>
          ) : (
            <PagedList
              query={query as UseQueryResult<AnsweredPage>}
              label={pages}
              page={page}
              setPage={setPage}
              empty={<Empty {...emptyTexts!} />}
            >
              {(answer) => shown(answer as Answer)}
            </PagedList>
          )}
        </Panel>
        {Below && <Below />}
      </Page>
    );
  };
}

/** Returns a button that saves the matching rows, and why that failed. */
function useFile(file: FileDescription | undefined, body: object) {
  const saving = useMutation({
    mutationFn: () => download(file!.endpoint, { body }),
    onSuccess: () => notifications.show({ message: file!.done }),
  });
  const mayExport = useMay('operator');
  const button = file && mayExport && (
    <Button
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {file.label}
    </Button>
  );
  return { button, alert: <ErrorAlert error={saving.error} /> };
}

import { ClinicItem, SpecialistItem } from '../contract/answers/clinic-answer.js';
import { PlaceItem } from '../contract/answers/directory-answer.js';
import { DoctorItem } from '../contract/answers/doctor-answer.js';
import { ListEnvelope } from '../contract/answers/list-answer.js';
import { type Operation, type OperationName, OPERATION_NAMES, OPERATIONS } from '../contract/operations.js';
import { type Described, fieldsOf } from '../schema/schema.js';
import { type Column, columnsOf, type Item } from './column.js';

/** The forms of a list besides JSON. */
export const LIST_FORMATS = ['csv', 'geojson'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<ListFormat, string>> = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
};

/** A point in degrees. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** Returns the position of a clinic; undefined if it is not listed. */
export type PositionOf = (clinicId: string) => Position | undefined;

/** What the forms of a list are made from. */
export interface ListShape {
  /** The member that holds the items. */
  readonly items: string;
  readonly record: Described;
  readonly columns: readonly Column[];
  readonly formats: readonly ListFormat[];
  /** The members besides the items: `total`, `count`, then the others. */
  readonly envelope: readonly string[];
  /** Returns the position of an item. Absent if items have no place. */
  readonly place?: (item: Item, positionOf: PositionOf) => Position | undefined;
}

const atClinic: ListShape['place'] = ({ id }, positionOf) => positionOf(id as string);

/** The form, other than JSON, in which a list is sent. */
export interface ListRepresentation {
  readonly format: ListFormat;
  readonly shape: ListShape;
}

/** Where the items of a record class are. */
const PLACES = new Map<Described, ListShape['place']>([
  [DoctorItem, ({ clinic }) => clinic as Position],
  [ClinicItem, atClinic],
  [SpecialistItem, atClinic],
  [PlaceItem, (item) => item as unknown as Position],
]);

/** The operations that return a list: those whose answer has `total` and `count`. */
export const LISTS: ReadonlyMap<OperationName, ListShape> = new Map(
  OPERATION_NAMES.flatMap((name) => {
    const { answer }: Operation = OPERATIONS[name];
    return answer.prototype instanceof ListEnvelope ? [[name, shapeOf(answer)] as const] : [];
  }),
);

function shapeOf(answer: Described): ListShape {
  const members = fieldsOf(answer);
  const items = members.find(
    ({ record, required, schema }) => record && required && schema.type === 'array',
  )!;
  const record = items.record!();
  const place = PLACES.get(record);
  return {
    items: items.name,
    record,
    columns: columnsOf(record),
    formats: place ? LIST_FORMATS : ['csv'],
    envelope: members.filter((member) => member !== items).map(({ name }) => name),
    place,
  };
}

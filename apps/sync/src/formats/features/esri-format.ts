import { startOfDay, torontoDate } from '@care-atlas/domain/rules';
import { InputRow } from '../../rows/input-row.js';
import { RowFault } from '../../rows/row-fault.js';
import { UnusableInput } from '../../rows/unusable-input.js';
import { FeatureFormat } from './feature-format.js';
import { centerOf } from './geometry-center.js';
import { isObject } from '../json-cells.js';
import type { JsonItem } from '../json-items.js';
import { NDJSON_REJECTS } from '../ndjson-format.js';

/** What a field of a layer says about its values. */
interface EsriField {
  readonly isDate: boolean;
  /** The words for the codes of its domain. */
  readonly words: ReadonlyMap<string, unknown>;
}

/**
 * The features of a response of an ArcGIS REST service in its own JSON (`f=json`). Their attributes are the columns, with
 * times instead of milliseconds and the words of coded domains, and their geometry is `lat` and `lng`.
 */
export class EsriFormat extends FeatureFormat {
  protected readonly name = 'Esri JSON';
  protected readonly members = 'fields|spatialReference|exceededTransferLimit|error';
  readonly rejects = NDJSON_REJECTS;
  #fields: ReadonlyMap<string, EsriField> = new Map();

  protected readMember({ member, value }: JsonItem): void {
    if (member === 'error') {
      const message = isObject(value) ? String(value['message']) : 'an error';
      throw new UnusableInput(
        `${this.path} is no layer: the ArcGIS server reports "${message.slice(0, 200)}".`,
      );
    }
    if (member === 'exceededTransferLimit') this.endsEarly = value === true;
    if (member === 'fields') {
      // A page has its fields before its mark.
      this.endsEarly = false;
      this.#fields = new Map(Array.isArray(value) ? value.filter(isObject).map(fieldOf) : []);
    }
    if (member === 'spatialReference' && isObject(value)) {
      const { latestWkid, wkid, wkt } = value;
      this.setSystem(String(latestWkid ?? wkid ?? wkt));
    }
  }

  protected rowOf(feature: unknown, line: number): InputRow {
    const attributes = isObject(feature) ? feature['attributes'] : undefined;
    if (!isObject(feature) || !isObject(attributes)) {
      const fault = new RowFault('', '', 'This is not a feature of ArcGIS: it must have "attributes".');
      return new InputRow(line, this.cells.columns, [], isObject(feature) ? feature : {}, fault);
    }
    const values = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, this.#valueOf(name, value)]),
    );
    const place = centerOf(positionsOf(feature['geometry']), this.system);
    return this.cells.rowOf(line, { ...place, ...values }, [values, place]);
  }

  #valueOf(name: string, value: unknown): unknown {
    const field = this.#fields.get(name);
    if (field?.isDate && typeof value === 'number') return timeOf(value);
    return field?.words.get(String(value)) ?? value;
  }
}

function fieldOf({ name, type, domain }: Readonly<Record<string, unknown>>): [string, EsriField] {
  const codes = isObject(domain) && Array.isArray(domain['codedValues']) ? domain['codedValues'] : [];
  const words = codes.filter(isObject).map(({ code, name: word }): [string, unknown] => [String(code), word]);
  return [String(name), { isDate: type === 'esriFieldTypeDate', words: new Map(words) }];
}

/** Returns milliseconds since 1970 as a time, or as a day where it is the beginning of one, in UTC or in Toronto. */
function timeOf(milliseconds: number): string | number {
  const time = new Date(milliseconds);
  if (Number.isNaN(time.getTime())) return milliseconds;
  const text = time.toISOString();
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, 10);
  const day = torontoDate(time);
  return startOfDay(day).getTime() === milliseconds ? day : text;
}

/** Returns the positions of a geometry of ArcGIS, as a list of any depth. */
function positionsOf(geometry: unknown): unknown {
  if (!isObject(geometry)) return undefined;
  const { x, y, points, paths, rings, xmin, ymin, xmax, ymax } = geometry;
  if (x !== undefined) return [x, y];
  if (xmin !== undefined)
    return [
      [xmin, ymin],
      [xmax, ymax],
    ];
  return points ?? paths ?? rings;
}

import { masked } from '../../rows/identity-number.js';
import { InputRow } from '../../rows/input-row.js';
import { RowFault } from '../../rows/row-fault.js';
import { FeatureFormat } from './feature-format.js';
import { centerOf } from './geometry-center.js';
import type { RejectsFormat } from '../input-format.js';
import { isObject } from '../json-cells.js';
import type { JsonItem } from '../json-items.js';

/**
 * The features of a GeoJSON FeatureCollection. Their properties are the columns, their geometry is `lat` and `lng`
 * (the center of anything but a point), and their id is `id`.
 */
export class GeojsonFormat extends FeatureFormat {
  protected readonly name = 'GeoJSON';
  protected readonly members = 'type|crs|(?:properties\\.)?exceededTransferLimit';

  readonly rejects: RejectsFormat = {
    extension: 'geojson',
    head: () => '{"type":"FeatureCollection","features":[\n',
    row: (original, { kind, line, column, value, reason, faults }) =>
      JSON.stringify({
        ...(masked(original) as object),
        _reject: { kind, feature: line, column, value, reason, details: faults },
      }),
    separator: ',\n',
    foot: () => '\n]}\n',
  };

  protected readMember({ member, value }: JsonItem): void {
    // A page has its type before its mark.
    if (member === 'type') this.endsEarly = false;
    else if (member !== 'crs') this.endsEarly = value === true;
    else if (isObject(value)) this.setSystem(crsName(value));
  }

  protected rowOf(feature: unknown, line: number): InputRow {
    if (!isObject(feature) || feature['type'] !== 'Feature') {
      const fault = new RowFault('', '', 'This is not a GeoJSON feature: its type must be "Feature".');
      return new InputRow(line, this.cells.columns, [], isObject(feature) ? feature : {}, fault);
    }
    const { id, properties, geometry } = feature;
    const coordinates = isObject(geometry) ? geometry['coordinates'] : undefined;
    const place = { id, ...centerOf(coordinates, this.system) };
    return this.cells.rowOf(line, feature, [isObject(properties) ? properties : {}, place]);
  }
}

/** Returns the name of a coordinate system, or the address of its definition. */
function crsName({ type, properties }: Readonly<Record<string, unknown>>): string {
  const { name, href, code } = isObject(properties) ? properties : {};
  return String(name ?? href ?? code ?? type);
}

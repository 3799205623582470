import { getMetadataArgsStorage } from 'typeorm';
import { columnName } from '../../entities/column-name.js';
import { SnakeCaseNaming } from '../../connection/naming-strategy.js';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { StationEntity } from '../../entities/directory/station.entity.js';
import { EntityTable, propertiesOf } from './entity-table.js';
import '../../connection/schema-classes.js';

test('reads the table and its columns from the decorators, without relations', () => {
  const station = new EntityTable(StationEntity);
  expect(station.name).toBe('station');
  expect(station.types).toEqual({
    agency: 'text',
    name: 'text',
    lines: 'text',
    lat: 'double precision',
    lng: 'double precision',
  });
  expect(propertiesOf(new EntityTable(ClinicEntity).types)).not.toContain('openingHours');
});

test('selects columns', () => {
  const station = new EntityTable(StationEntity);
  expect(propertiesOf(station.except('agency', 'name', 'lines'))).toEqual(['lat', 'lng']);
  expect(station.only('lat')).toEqual({ lat: 'double precision' });
});

test('names every column as the entities do', () => {
  const naming = new SnakeCaseNaming();
  const { columns } = getMetadataArgsStorage();
  expect(columns.length).toBeGreaterThan(100);
  for (const { propertyName, options } of columns)
    expect(columnName(propertyName)).toBe(naming.columnName(propertyName, options.name, []));
});

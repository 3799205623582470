import { getMetadataArgsStorage } from 'typeorm';
import { columnName } from '../../entities/column-name.js';
import { SnakeCaseNaming } from '../../connection/naming-strategy.js';
import { ClinicEntity } from '../../entities/directory/clinic.entity.js';
import { HealthDayEntity } from '../../entities/operation/health-day.entity.js';
import { plainColumns } from './plain-columns.js';
import '../../connection/schema-classes.js';

test('reads the columns of an entity from its decorators, without relations and JSON', () => {
  expect(plainColumns(HealthDayEntity)).toEqual(['day', 'component', 'up', 'degraded', 'down']);
  expect(plainColumns(ClinicEntity)).not.toContain('openingHours');
  expect(plainColumns(ClinicEntity)).not.toContain('specialDays');
});

test('names every column as the entities do', () => {
  const naming = new SnakeCaseNaming();
  const { columns } = getMetadataArgsStorage();
  expect(columns.length).toBeGreaterThan(100);
  for (const { propertyName, options } of columns)
    expect(columnName(propertyName)).toBe(naming.columnName(propertyName, options.name, []));
});

/** Returns the column that holds a property of an entity: the property in snake_case. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

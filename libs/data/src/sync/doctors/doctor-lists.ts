import type { ClientBase } from 'pg';
import { createTempTable } from '../staging/column-sql.js';

/** The vocabularies of which a doctor has lists, and the columns of these lists in a staged row. */
const LISTS = [
  ['specialty', 'specialties'],
  ['language', 'languages'],
] as const;

/**
 * Writes what differs in the lists of changed doctors; all other rows stay untouched.
 * @param removes whether any of these doctors was stored
 */
export async function replaceLists(client: ClientBase, removes: boolean): Promise<void> {
  for (const [table, list] of LISTS) {
    if (removes)
      await client.query(
        `delete from doctor_${table} stored using changed_doctor changed, ${table}
        where stored.registration_number = changed.registration_number and ${list}_differ
          and ${table}.id = ${table}_id and folded_name is distinct from (string_to_array(${list}, e'\\t'))[position]`,
      );
    // Many doctors have the same lists, so that each pair of lists is compared once.
    const stored = `coalesce(stored_${list}, '')`;
    await createTempTable(
      client,
      'new_word',
      `select list.words, list.stored, ${table}.id, item.position
      from (select distinct ${list} as words, ${stored} as stored from changed_doctor where ${list}_differ) list,
        unnest(string_to_array(words, e'\\t'), string_to_array(stored, e'\\t'))
          with ordinality item (folded_name, stored_name, position)
        join ${table} using (folded_name)
      where item.stored_name is distinct from folded_name`,
    );
    await client.query('analyze new_word');
    await client.query(
      `insert into doctor_${table} (registration_number, ${table}_id, position)
      select registration_number, new_word.id, new_word.position
      from changed_doctor join new_word on words = ${list} and stored = ${stored}
      where ${list}_differ`,
    );
  }
}

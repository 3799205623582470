import {
  GATEWAY_SECRET_FAULTS,
  LAST_ADMINISTRATOR,
  PERSON_NAME_RULE,
  type Role,
} from '@care-atlas/domain/access';
import { LIST_NAME_FAULT } from '@care-atlas/domain/records';
import { ERROR_SENTENCES, type MessageOf, write } from '@care-atlas/domain/messages';

/**
 * What is said of the health of a component. It is stored as its sentence, and read back by `storedHealth`: the parameters
 * are text.
 */
export const HEALTH_ENGLISH = {
  serves: ({ version }: { version: string }) => `Serves the dataset ${version}.`,
  serves_after: ({ version, milliseconds }: { version: string; milliseconds: string }) =>
    `Serves the dataset ${version}; answered in ${milliseconds} ms.`,
  answers: 'It answers.',
  silent: ({ cause }: { cause: string }) => `It does not answer: ${cause}.`,
  database_not_asked: 'The database could not be asked.',
  api_not_asked: 'The API could not be asked.',
  address_answers: ({ address, status }: { address: string; status: string }) =>
    `${address} answered with ${status}.`,
  address_silent: ({ address, cause }: { address: string; cause: string }) =>
    `${address} did not answer: ${cause}.`,
  no_store: 'None is configured: each process counts its limits on its own.',
  store_silent: ({ cause }: { cause: string }) =>
    `It does not answer, so each process counts its limits on its own: ${cause}.`,
  no_standby: 'None is connected.',
  standbys: ({ standbys }: { standbys: string }) => `${standbys} connected.`,
  standbys_behind: ({ standbys, lag }: { standbys: string; lag: string }) =>
    `${standbys} connected; the slowest is ${lag} s behind.`,
  same_dataset: ({ version }: { version: string }) => `All serve ${version}.`,
  different_datasets: ({ versions }: { versions: string }) => `Not in step: ${versions}.`,
  no_export: 'Nothing was exported.',
  exports_unknown: 'The API does not know its exports: it cannot read them, or is of an earlier release.',
  changes_unknown: ({ version }: { version: string }) =>
    `${version} is exported. Since when changes can be followed is not known.`,
  exported: ({ version, since }: { version: string; since: string }) =>
    `${version} is exported. Changes can be followed since ${since} UTC.`,
  export_behind: ({ version, minutes, since }: { version: string; minutes: string; since: string }) =>
    `${version} is exported, and a newer one has waited for ${minutes} min. Changes can be followed since ${since} UTC.`,
  no_register: 'No complete register was imported yet.',
  register_age: ({ days, freshDays }: { days: string; freshDays: string }) =>
    `The last complete register was imported ${days} days ago; records stay fresh for ${freshDays}.`,
  no_backup: 'No backup was recorded.',
  backup_failed: ({ hours }: { hours: string }) => `The last one failed ${hours} hours ago.`,
  backup_ended: ({ hours }: { hours: string }) => `The last one ended ${hours} hours ago.`,
} as const;

/** The English sentence of each message of the dashboard: of an error, of a field, or of the health of a component. */
export const ENGLISH = {
  ...ERROR_SENTENCES,
  unstorable_text: ({ name }: { name: string }) => capitalized(ERROR_SENTENCES.unstorable_text({ name })),
  nested_too_deeply: (params: { name: string; levels: number }) =>
    capitalized(ERROR_SENTENCES.nested_too_deeply(params)),
  ...HEALTH_ENGLISH,

  // Sessions and signing in
  foreign_page: ({ origin }: { origin: string }) => `A change must come from the page at ${origin}.`,
  csrf_token: 'The CSRF token is missing or out of date. Reload the page.',
  signed_in: 'You are already signed in.',
  sign_in_first: 'Sign in first.',
  no_session: 'Sign in first: there is no session, or it has ended.',
  role_needed: ({ needed, role }: { needed: Role; role: Role }) =>
    `This needs the role ${needed}, and you are ${role}. An administrator can change your role.`,
  https_only: ({ url }: { url: string }) =>
    `The dashboard is only used over https, at ${url}. Behind a proxy, set TRUST_PROXY to its address.`,
  too_many_attempts: ({ seconds }: { seconds: number }) =>
    `Too many attempts. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
  wrong_name_or_password: 'Name and password do not match.',
  expired_one_time_password:
    'This one-time password is out of date. Create a new one with `npm run admin -- reset NAME`.',
  wrong_code: 'This code is wrong or was already used.',
  unknown_passkey: 'This passkey is unknown, or the response came too late.',

  // The own account
  wrong_password: 'This is not your password.',
  same_password: 'This is the current password.',
  short_password: ({ minimum, length }: { minimum: number; length: number }) =>
    `A password needs at least ${minimum} characters, such as four or five words; this one has ${length}.`,
  long_password: ({ maximum }: { maximum: number }) => `A password has at most ${maximum} characters.`,
  common_password: 'This password is among those tried first in an attack. Choose another.',
  repetitive_password: 'This password repeats itself or follows the keyboard. Choose another.',
  password_of_known_words:
    'This password consists of your name, the name of this service or similar words. Choose another.',
  wrong_authenticator_code:
    'This is not the code that the authenticator shows now. Is the clock of the device right?',
  no_authenticator: 'There is no authenticator.',
  no_second_factor: 'Recovery codes replace a lost authenticator or passkey. Add one first.',
  passkey_not_added: 'The passkey was not added: the response came too late, or it is already stored.',
  no_passkey: 'There is no such passkey.',
  not_your_session: 'You have no such session.',

  // People
  name_taken: 'Somebody has this name already.',
  own_password: 'Change your own password under "Your account".',
  no_person: 'Nobody has this name.',
  last_administrator: LAST_ADMINISTRATOR,
  person_name: `${PERSON_NAME_RULE}.`,

  // Keys
  near_expiry: 'The expiry must be at least a minute from now. To end a key at once, revoke it.',
  no_key: 'There is no such key, or it is already revoked.',
  no_terms: 'Give what to change: expiresAt, rateLimit or note.',
  secret_registered: 'This secret is already registered.',
  ...GATEWAY_SECRET_FAULTS,

  // Records and decisions about them
  no_record: 'There is no such record.',
  no_decision: 'There is no such decision.',
  decision_ended: 'It has ended: it can no longer be canceled.',
  decision_id_taken: 'There is another decision with this id.',
  no_reason: 'Give the reason.',
  values_not_text: 'Give each value as text.',
  no_field_given: 'Give at least one field.',
  field_given: 'Give no field.',
  not_two_clinics: 'Give two clinics.',
  no_reply: 'Give the reply to a review as text.',
  past_end: 'The end is in the past: give the time at which the correction ends.',
  wrong_key: 'Give the registration number of a doctor, or the id of a clinic or a review, a UUID.',
  /** What an import says of a value; the page has plain words for it. */
  refused_value: ({ reason }: { reason: string }) => reason,
  no_other_clinic: ({ role }: { role: string }) => `Give the other clinic as ${role}.`,

  // Imports and runs
  no_uploads: 'Nothing can be uploaded: IMPORT_SPOOL_DIR is not set.',
  real_places: 'The directory has real places, which are not replaced by the shipped ones.',
  open_data_runs: 'The shipped places are being imported already: look at the list of imports.',
  no_uuid: 'Give a UUID.',
  id_in_use:
    'This id is in use: its file was uploaded before, or is being uploaded. Look at the list of imports, or use another id.',
  not_a_file: 'Send the file with the content type application/octet-stream.',
  empty_file: 'The file is empty.',
  unnamed_file: 'The file has no name.',
  long_file_name: ({ limit, bytes }: { limit: number; bytes: number }) =>
    `A file name has at most ${limit} bytes in UTF-8, and this one has ${bytes}: rename the file.`,
  large_file: ({ size }: { size: number }) =>
    `A file has at most ${size} MB here (IMPORT_UPLOAD_MB). Import it with \`npm run sync\`.`,
  incomplete_file_confirms:
    'Give complete=true with it: only a complete file confirms what it says. Or leave out confirms.',
  no_import: 'There is no such import.',
  no_run: 'There is no such run.',
  no_rejects: 'No row was rejected.',
  own_upload: 'Somebody other than the person who uploaded the file must confirm it.',
  import_changed: 'The import is no longer as you saw it: read what the check found, and confirm again.',
  import_ended: 'It has ended: it can no longer be withdrawn.',
  not_set_aside: 'It is not set aside.',

  // Rows that people mend
  no_mending: 'There are no such rows to mend.',
  no_origin: 'Give a run or an import.',
  no_kept_rejects: 'No row was rejected, or the rows are not kept.',
  rows_not_kept: 'These rows are no longer kept.',
  source_is_complete:
    'A file of this source replaces all that the source had: correct the file, and upload it whole.',
  too_many_rows: ({ rows, limit }: { rows: number; limit: number }) =>
    `${rows} rows are too many for the grid, which takes ${limit}: download the file, correct it, and upload it.`,
  too_many_changes: 'These are too many changes at once.',
  unstorable_cell: ({ column }: { column: string }) => ERROR_SENTENCES.unstorable_text({ name: column }),
  changes_of_other_rows: 'The changes are not of these rows.',
  masked_number: ({ row, column }: { row: number; column: string }) =>
    `Line ${row}: a number in ${column} was masked. Type what the value should be, or skip the row.`,
  every_row_skipped: 'Every row is skipped: there is nothing to import.',
  rows_submitted: 'The rows are checked or imported by now: they can no longer be changed here.',
  mending_ended: 'It is being worked on, confirmed or imported: it can no longer be mended.',

  // Fields of a query or a body
  no_object: 'A JSON object is expected.',
  unknown_field: ({ field }: { field: string }) => `Property ${field} should not exist.`,
  short_text: ({ field, minimum }: { field: string; minimum: number }) =>
    `${capitalized(field)} must be longer than or equal to ${minimum} characters.`,
  long_text: ({ field, maximum }: { field: string; maximum: number }) =>
    `${capitalized(field)} must be shorter than or equal to ${maximum} characters.`,
  no_text_of_length: ({ field, minimum, maximum }: { field: string; minimum: number; maximum: number }) =>
    `${capitalized(field)} must be longer than or equal to ${minimum} and shorter than or equal to ${maximum} characters.`,
  no_text: ({ field }: { field: string }) => `${capitalized(field)} must be a string.`,
  no_texts: ({ field }: { field: string }) => `Each value in ${field} must be a string.`,
  no_integer: ({ field }: { field: string }) => `${capitalized(field)} must be an integer number.`,
  small_number: ({ field, minimum }: { field: string; minimum: number }) =>
    `${capitalized(field)} must not be less than ${minimum}.`,
  great_number: ({ field, maximum }: { field: string; maximum: number }) =>
    `${capitalized(field)} must not be greater than ${maximum}.`,
  no_date: ({ field }: { field: string }) => `${capitalized(field)} must be a valid ISO 8601 date string.`,
  no_choice: ({ field, choices }: { field: string; choices: readonly string[] }) =>
    `${capitalized(field)} must be one of the following values: ${choices.join(', ')}.`,
  list_name: `The name of a list ${LIST_NAME_FAULT}.`,
  no_flag: ({ field }: { field: string }) => `${capitalized(field)} must be a boolean value.`,
  not_uuid: ({ field }: { field: string }) => `${capitalized(field)} must be a UUID.`,
  not_uuids: ({ field }: { field: string }) => `Each value in ${field} must be a UUID.`,
  no_list: ({ field }: { field: string }) => `${capitalized(field)} must be an array.`,
  empty_list: ({ field }: { field: string }) => `${capitalized(field)} should not be empty.`,
  long_list: ({ field, maximum }: { field: string; maximum: number }) =>
    `${capitalized(field)} must contain no more than ${maximum} elements.`,
  no_object_in_field: ({ field }: { field: string }) => `${capitalized(field)} must be an object.`,
} as const;

/** What is said of the health of a component. */
export type HealthMessage = MessageOf<typeof HEALTH_ENGLISH>;

/** What the server of the dashboard says to people, as plain data. */
export type DashboardMessage = MessageOf<typeof ENGLISH>;

/** Returns the English sentence of a message. */
export function english(message: DashboardMessage): string {
  return write<typeof ENGLISH, unknown>(ENGLISH, message, undefined);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

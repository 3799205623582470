import type { FilterValue } from '@care-atlas/domain/contract';
import { GENDERS } from '@care-atlas/domain/records';
import { Html, html } from '@care-atlas/server/pages/html';

/** The values of the form, by parameter. */
export type TryValues = Readonly<Record<string, string>>;

const FLAGS = [
  ['accepting', 'Accepts new patients'],
  ['nearTTC', 'Near a subway station'],
  ['evening', 'Open in the evening'],
  ['weekend', 'Open on the weekend'],
  ['wheelchair', 'Wheelchair accessible'],
  ['virtualVisits', 'Virtual visits'],
] as const;
/** The parameters that the form offers, in order. */
export const TRY_PARAMETERS: readonly string[] = [
  'q',
  'specialties',
  'languages',
  'gender',
  'minYears',
  'maxYears',
  ...FLAGS.map(([name]) => name),
];

/** The query that the page starts with. */
export const INITIAL_VALUES: TryValues = { languages: 'Tamil', accepting: 'true', nearTTC: 'true' };

/** Returns the path and query of the form's request: a search if a name is given, otherwise a list. */
export function tryPath(values: TryValues): string {
  const filled = TRY_PARAMETERS.map((name) => [name, values[name]?.trim() ?? ''] as const).filter(
    ([, value]) => value !== '',
  );
  const search = new URLSearchParams(Object.fromEntries(filled)).toString();
  const operation = values['q']?.trim() ? '/doctors/search' : '/doctors';
  return search === '' ? operation : `${operation}?${search}`;
}

/** Renders the filters of /doctors/search as a form. It works without a script, by reloading the page. */
export function tryForm(
  values: TryValues,
  specialties: readonly FilterValue[],
  languages: readonly FilterValue[],
): Html {
  return html`<form id="try-form" method="get" action="/#try">
    <div class="field">
      <label for="try-q">Name or registration number</label>
      <input id="try-q" name="q" type="search" autocomplete="off" spellcheck="false" value="${values['q'] ?? ''}" />
    </div>
    ${choice('specialties', 'Specialty', 'Any', specialties.map(optionOf), values)}
    ${choice('languages', 'Language', 'Any', languages.map(optionOf), values)}
    ${choice(
      'gender',
      'Gender',
      'Any',
      GENDERS.map((gender) => [gender, gender]),
      values,
    )}
    <fieldset>
      <legend>Years in practice</legend>
      <div class="pair">${years('minYears', 'At least', values)} ${years('maxYears', 'At most', values)}</div>
    </fieldset>
    <fieldset>
      <legend>The clinic</legend>
      ${FLAGS.map(
        ([name, label]) =>
          html`<label class="check"><input type="checkbox" name="${name}" value="true" ${values[name] === 'true' && new Html('checked')} />${label}</label>`,
      )}
    </fieldset>
    <div class="actions">
      <button type="submit">Send request</button>
      <a class="button quiet" href="/#try">Reset</a>
    </div>
  </form>`;
}

function optionOf({ value, doctorCount }: FilterValue): [string, string] {
  return [value, `${value} (${doctorCount.toLocaleString('en-CA')})`];
}

function choice(
  name: string,
  label: string,
  none: string,
  options: readonly (readonly [value: string, text: string])[],
  values: TryValues,
): Html {
  const chosen = values[name] ?? '';
  const known = chosen === '' || options.some(([value]) => value === chosen);
  return html`<div class="field">
    <label for="try-${name}">${label}</label>
    <select id="try-${name}" name="${name}">
      <option value="">${none}</option>
      ${[...(known ? [] : [[chosen, chosen] as const]), ...options].map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && new Html('selected')}>${text}</option>`,
      )}
    </select>
  </div>`;
}

function years(name: string, label: string, values: TryValues): Html {
  return html`<div class="field">
    <label for="try-${name}">${label}</label>
    <input id="try-${name}" name="${name}" inputmode="numeric" pattern="[0-9]*" autocomplete="off" value="${values[name] ?? ''}" />
  </div>`;
}

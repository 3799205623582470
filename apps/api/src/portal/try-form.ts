import type { FilterValue } from '@care-atlas/domain/contract';
import { CLINIC_TYPES, DAY_NAMES, GENDERS } from '@care-atlas/domain/records';
import { Html, html } from '@care-atlas/server/pages/html';
import { FLAGS, OTHER_PARAMETERS, type TryValues } from './try-request.js';

type Option = readonly [value: string, text: string];

const DISTANCES: readonly Option[] = ['1', '2', '5', '10', '25'].map((km) => [km, `${km} km`]);

/** Renders the filters of /doctors/search as a form. It works without a script, by reloading the page. */
export function tryForm(
  values: TryValues,
  specialties: readonly FilterValue[],
  languages: readonly FilterValue[],
): Html {
  const areOthersOpen = OTHER_PARAMETERS.some((name) => values[name]);
  return html`<form id="try-form" class="filters" method="get" action="/">
    ${input('near', 'Near', values, 'placeholder="Station, neighbourhood, postal code"')}
    ${choice('within', 'Within', 'Any distance', DISTANCES, values)}
    ${input('area', 'In', values, 'placeholder="Scarborough, M4C"')}
    ${completed('specialties', 'Specialty', 'Any, such as GP', specialties, values)}
    ${completed('languages', 'Language', 'Any, such as Farsi', languages, values)}
    ${input('q', 'Name or registration number', values, 'spellcheck="false"')}
    ${check('match', 'forgiving', 'Also similar names', values)}
    <fieldset>
      <legend>Open on</legend>
      <div class="days">${DAY_NAMES.map((day) => check('days', day, day[0]!.toUpperCase() + day.slice(1), values))}</div>
    </fieldset>
    ${input('openAt', 'Open at', values, 'type="time"')}
    ${FLAGS.usual.map(([name, label]) => check(name, 'true', label, values))}
    <details class="others" ${areOthersOpen && new Html('open')}>
      <summary>More filters</summary>
      ${choice('gender', 'Gender', 'Any', GENDERS.map(optionOf), values)}
      ${choice('clinicType', 'Type of clinic', 'Any', CLINIC_TYPES.map(optionOf), values)}
      <fieldset>
        <legend>Years in practice</legend>
        <div class="pair">
          ${input('minYears', 'At least', values, 'inputmode="numeric" pattern="[0-9]*"')}
          ${input('maxYears', 'At most', values, 'inputmode="numeric" pattern="[0-9]*"')}
        </div>
      </fieldset>
      ${FLAGS.other.map(([name, label]) => check(name, 'true', label, values))}
    </details>
    <div class="actions">
      <button type="submit">Send request</button>
      <a class="button quiet" href="/">Reset</a>
    </div>
  </form>`;
}

function optionOf(value: string): Option {
  return [value, value];
}

/** @param attributes trusted HTML */
function input(name: string, label: string, values: TryValues, attributes: string): Html {
  return html`<div class="field">
    <label for="try-${name}">${label}</label>
    <input id="try-${name}" name="${name}" autocomplete="off" value="${values[name] ?? ''}" ${new Html(attributes)} />
  </div>`;
}

/** Renders a field that the browser completes. Other names may be typed as well. */
function completed(
  name: string,
  label: string,
  placeholder: string,
  filters: readonly FilterValue[],
  values: TryValues,
): Html {
  const options = filters.map(
    ({ value, doctorCount }) =>
      html`<option value="${value}">${doctorCount.toLocaleString('en-CA')} doctors</option>`,
  );
  return html`${input(name, label, values, `list="try-${name}-values" placeholder="${placeholder}"`)}
    <datalist id="try-${name}-values">${options}</datalist>`;
}

function check(name: string, value: string, label: string, values: TryValues): Html {
  const isChecked = values[name]?.split(',').includes(value) && new Html('checked');
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}" ${isChecked} />${label}</label>`;
}

function choice(
  name: string,
  label: string,
  none: string,
  options: readonly Option[],
  values: TryValues,
): Html {
  const chosen = values[name] ?? '';
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  return html`<div class="field">
    <label for="try-${name}">${label}</label>
    <select id="try-${name}" name="${name}">
      <option value="">${none}</option>
      ${[...(isKnown ? [] : [optionOf(chosen)]), ...options].map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && new Html('selected')}>${text}</option>`,
      )}
    </select>
  </div>`;
}

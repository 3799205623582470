import type { FilterValue } from '@care-atlas/domain/contract';
import { CLINIC_TYPES, DAY_NAMES, GENDERS } from '@care-atlas/domain/records';
import {
  checkBox,
  field,
  Html,
  html,
  type Option,
  optionList,
  type PageLanguage,
  pathIn,
} from '@care-atlas/server/pages';
import { type Texts, TEXTS } from '../../texts/texts.js';
import { type FlagName, FLAGS, KEPT_PARAMETERS, OTHER_PARAMETERS, type TryValues } from './try-request.js';

const DISTANCES = [1, 2, 5, 10, 25];

/** Renders the filters of /doctors/search as a form. It works without a script, by reloading the page. */
export function tryForm(
  values: TryValues,
  specialties: readonly FilterValue[],
  languages: readonly FilterValue[],
  language: PageLanguage,
): Html {
  const { form: texts, format, names } = TEXTS[language];
  const { fields, flags } = texts;
  const areOthersOpen = OTHER_PARAMETERS.some((name) => values[name]);
  const home = pathIn(language, '/');
  const distances = DISTANCES.map((km): Option => [String(km), format.distance(km * 1_000)]);
  const shown = { ...values, ...shownNames(values, names) };
  const offered = (kind: keyof typeof names, filters: readonly FilterValue[]) =>
    filters.map(({ value, doctorCount }): Option => [names[kind](value), texts.doctors(doctorCount)]);
  const flag = (name: FlagName) => check(name, 'true', flags[name], values);
  return html`<form id="try-form" class="filters" method="get" action="${home}">
    ${input('near', fields.near, values, html`placeholder="${fields.nearExample}"`)}
    ${choice('within', fields.within, fields.anyDistance, distances, values)}
    ${input('area', fields.area, values, html`placeholder="${fields.areaExample}"`)}
    ${completed('specialties', fields.specialties, fields.anySpecialty, offered('specialty', specialties), shown)}
    ${completed('languages', fields.languages, fields.anyLanguage, offered('language', languages), shown)}
    ${input('q', fields.q, values, html`spellcheck="false"`)}
    ${check('match', 'forgiving', fields.forgiving, values)}
    <fieldset id="try-days" tabindex="-1">
      <legend>${fields.days}</legend>
      <div class="days">${DAY_NAMES.map((day) => check('days', day, texts.days[day], values))}</div>
    </fieldset>
    ${input('date', fields.date, values, html`type="date"`)}
    ${input('openAt', fields.openAt, values, html`type="time"`)}
    ${KEPT_PARAMETERS.map((name) => values[name] && html`<input type="hidden" name="${name}" value="${values[name]}" />`)}
    ${FLAGS.usual.map(flag)}
    <details class="others" ${areOthersOpen && new Html('open')}>
      <summary>${fields.others}</summary>
      ${choice('gender', fields.gender, fields.any, optionsOf(GENDERS, texts.genders), values)}
      ${choice('clinicType', fields.clinicType, fields.any, optionsOf(CLINIC_TYPES, texts.clinicTypes), values)}
      <fieldset>
        <legend>${fields.years}</legend>
        <div class="pair">
          ${input('minYears', fields.minYears, values, WHOLE_NUMBER)}
          ${input('maxYears', fields.maxYears, values, WHOLE_NUMBER)}
        </div>
      </fieldset>
      ${FLAGS.other.map(flag)}
    </details>
    <div class="actions">
      <button type="submit">${fields.submit}</button>
      <a class="button quiet" href="${home}">${fields.reset}</a>
    </div>
  </form>`;
}

const WHOLE_NUMBER = html`inputmode="numeric" pattern="[0-9]*"`;

/** Returns the values of specialties and languages as visitors call them. The interface reads these names, too. */
function shownNames(values: TryValues, names: Texts['names']): TryValues {
  const shown = (text: string, kind: keyof typeof names) => text.split(',').map(names[kind]).join(',');
  return {
    specialties: shown(values['specialties'] ?? '', 'specialty'),
    languages: shown(values['languages'] ?? '', 'language'),
  };
}

function optionsOf<const Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): readonly Option[] {
  return values.map((value) => [value, texts[value]]);
}

function input(name: string, label: string, values: TryValues, attributes: Html): Html {
  const id = `try-${name}`;
  const control = html`<input id="${id}" name="${name}" autocomplete="off" value="${values[name] ?? ''}" ${attributes} />`;
  return field(id, label, control);
}

/** Renders a field that the browser completes. Other names may be typed as well. */
function completed(
  name: string,
  label: string,
  placeholder: string,
  offered: readonly Option[],
  values: TryValues,
): Html {
  const options = offered.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`${input(name, label, values, html`list="try-${name}-values" placeholder="${placeholder}"`)}
    <datalist id="try-${name}-values">${options}</datalist>`;
}

function check(name: string, value: string, label: string, values: TryValues): Html {
  const id = name === 'days' ? undefined : `try-${name}`;
  return checkBox(name, value, label, values[name]?.split(',').includes(value), id);
}

function choice(
  name: string,
  label: string,
  none: string,
  options: readonly Option[],
  values: TryValues,
): Html {
  const id = `try-${name}`;
  const chosen = values[name] ?? '';
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  const control = html`<select id="${id}" name="${name}">
      <option value="">${none}</option>
      ${optionList([...(isKnown ? [] : [[chosen, chosen] as const]), ...options], chosen)}
    </select>`;
  return field(id, label, control);
}

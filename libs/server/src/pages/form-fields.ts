import { Html, html } from './html.js';

/** A value that a form offers, and its text. */
export type Option = readonly [value: string, text: string];

/** Renders a labelled control. @param id that of the control */
export function field(id: string, label: string, control: Html): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${control}
  </div>`;
}

/** Renders the options of a select element. */
export function optionList(options: readonly Option[], chosen: string): Html {
  return html`${options.map(
    ([value, text]) =>
      html`<option value="${value}" ${value === chosen && new Html('selected')}>${text}</option>`,
  )}`;
}

/** Renders a check box with its label. @param id that of the box, if something leads to it */
export function checkBox(
  name: string,
  value: string,
  label: string,
  isChecked: boolean | undefined,
  id?: string,
): Html {
  return html`<label class="check"><input type="checkbox" ${id !== undefined && html`id="${id}"`} name="${name}" value="${value}" ${isChecked && new Html('checked')} />${label}</label>`;
}

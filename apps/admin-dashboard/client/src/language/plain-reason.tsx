import { rowReason } from '#contract/imports/row-reasons';
import { fill } from '../display/format.js';
import { English } from './server-text.js';
import { TEXTS } from './texts.js';

const { reasons } = TEXTS.mending;

/** Says in plain words why a value is not accepted, from the English sentence of an import. */
export function PlainReason({ text }: { readonly text: string }) {
  const reason = rowReason(text);
  return reason ? fill(reasons[reason.key], reason.values) : <English text={text} />;
}

import { write } from '@care-atlas/domain/messages';
import type { DashboardMessage, ENGLISH } from '#contract/messages/english';
import { FRENCH, type ShownNames } from '#contract/messages/french';
import { wordOf } from '../display/format.js';
import { PlainReason } from './plain-reason.js';
import { English, type ServerText } from './server-text.js';
import { TEXTS } from './texts.js';

const NAMES: ShownNames = { role: (role) => wordOf(TEXTS.common.roles, role) };

/** Shows what the server says in French, or marks it as English if it is not a message of the catalogue. */
export default function FrenchText({ text, message }: ServerText) {
  if (isKnown(message) && message.code === 'refused_value') return <PlainReason text={text} />;
  return isKnown(message) ? (
    write<typeof ENGLISH, ShownNames>(FRENCH, message, NAMES)
  ) : (
    <English text={text} />
  );
}

function isKnown(message: ServerText['message']): message is DashboardMessage {
  return typeof message === 'object' && Object.hasOwn(FRENCH, message.code);
}

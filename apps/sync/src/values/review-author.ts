import { ANONYMOUS } from '@care-atlas/data/sync';

const TITLE = /^(?:(?:dr|mr|mrs|ms|miss|mx|prof)\b\.?\s*)+/i;
/** Anything else in a name field, such as an email address or a handle, may identify the person. */
const NAME = /^[\p{L}\p{M}.'’\- ]+$/u;
/** Scripts that write a full name without a space. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/**
 * Returns an author as the directory stores it: "Maria Gonzalez Perez" becomes "Maria G.", and what cannot be
 * abbreviated to a first name and an initial becomes "Anonymous".
 */
export function abbreviatedAuthor(author: string): string {
  const name = inOrder(author).replace(TITLE, '').trim();
  if (!NAME.test(name) || !/\p{L}/u.test(name)) return ANONYMOUS;
  if (UNSPACED.test(name)) return initial(name);
  const [first = '', second] = name.split(/\s+/);
  return second ? `${first} ${initial(second)}` : first;
}

function inOrder(author: string): string {
  const [last, first] = author.split(',').map((part) => part.trim());
  return first ? `${first} ${last}` : author;
}

function initial(name: string): string {
  const [letter] = /\p{L}/u.exec(name) ?? [];
  return letter ? `${letter.toUpperCase()}.` : '';
}

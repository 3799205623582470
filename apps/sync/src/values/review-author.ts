const ANONYMOUS = 'Anonymous';
const TITLE = /^(?:(?:dr|mr|mrs|ms|miss|mx|prof)\b\.?\s*)+/i;
/** Whatever else a field for names may hold, such as an address of mail or a handle, says too much. */
const NAME = /^[\p{L}\p{M}.'’\- ]+$/u;
/** Scripts that write a whole name without a blank in it. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/**
 * An author as the directory keeps it: "Maria Gonzalez Perez" becomes "Maria G.". What cannot be abbreviated so that
 * it tells no more than a first name and an initial becomes "Anonymous".
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

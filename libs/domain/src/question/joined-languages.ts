import type { QuestionParameter, ReadPart, UnusedWords } from './question.js';
import type { Words } from './words.js';

/** Says that all languages are asked for. */
const ALL = /(?:^| )(?:and|both|et|also|aussi|plus|as well|ainsi|too|deux)(?: |$)/;
/** Says that any of them is enough. */
const ANY = /(?:^| )(?:or|ou|either)(?: |$)/;
const BOTH = /(?:^| )(?:both|a la fois|les deux) $/;

/** Takes back languages that are asked for together: a list finds the doctors who speak any of them. */
export function takeJoinedLanguages(
  words: Words,
  values: Partial<Record<QuestionParameter, string>>,
  read: ReadPart[],
  unused: (UnusedWords & { from: number; to: number })[],
): void {
  const parts = read.filter((part) => part.values.languages !== undefined);
  const languages = [...new Set(parts.flatMap((part) => part.values.languages!.split(',')))];
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || languages.length < 2 || !areJoined(words, parts)) return;
  const others = read.filter((part) => part.values.languages === undefined);
  read.splice(0, read.length, ...others);
  delete values.languages;
  const text = words.typed(first.from, last.to);
  unused.push({ from: first.from, to: last.to, text, why: 'any-only', languages });
  unused.sort((a, b) => a.from - b.from);
}

function areJoined(words: Words, parts: readonly ReadPart[]): boolean {
  const between = parts.slice(1).map((part, at) => joint(words, parts[at]!.to, part.from));
  if (between.some((each) => ANY.test(each)))
    return between.some((each) => ALL.test(each) && !ANY.test(each));
  const before = words.plain(0, parts[0]!.from);
  return between.some((each) => ALL.test(each)) || BOTH.test(`${before} `);
}

/** Returns the words between two parts; a sign without letters, such as "&" and "+", is an "and". */
function joint(words: Words, from: number, to: number): string {
  const text = words.plain(from, to);
  const isApart = words.list[to]!.part - words.list[from - 1]!.part > to - from + 1;
  return isApart && text === '' ? 'and' : text;
}

import type { QuestionValues } from '../question.js';
import type { Words } from '../words.js';
import { type Part, valuesOf } from './phrase-parts.js';

const POSTAL_AREA = /^[A-Z]\d[A-Z]$/i;
const JOINT = /^(?:(?:and|or|et|ou)(?: |$))*$/;
/** Stands between "nearest" and the place: "closest clinic to Finch", "les plus proches de Finch". */
const FROM_PLACE = /^(?:to|de|d|du)$/;
const ARTICLE = /^(?:the|l|la|le|les)$/;

/** Reads "in L4K or L4J" as two areas, and "the nearest clinics to Ajax" as near Ajax rather than in it. */
export function withJoinedPlaces(words: Words, parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  let isNearest = false;
  for (const part of parts) {
    const before = joined.findLast(({ meaning }) => meaning);
    const code = postalArea(part);
    const { area, ...others } = valuesOf(part);
    if (code !== undefined && before && JOINT.test(words.plain(before.to, part.from)) && mayBeArea(before)) {
      const first = postalArea(before);
      if (first !== undefined) joined[joined.indexOf(before)] = withValues(before, { area: first });
      joined.push(withValues(part, { area: code }));
    } else if (area !== undefined && isNearest && followsNearest(words, part.from))
      joined.push(withValues(part, { ...others, near: area }));
    else joined.push(part);
    isNearest ||= part.isNearest === true;
  }
  return joined;
}

/** Returns the postal area that a part names without "near" or "in". */
function postalArea(part: Part): string | undefined {
  const { near = '' } = valuesOf(part);
  return part.to === part.from + 1 && POSTAL_AREA.test(near) ? near : undefined;
}

function mayBeArea(part: Part): boolean {
  return valuesOf(part).area !== undefined || postalArea(part) !== undefined;
}

function followsNearest(words: Words, from: number): boolean {
  const at = from > 0 && ARTICLE.test(words.plain(from - 1)) ? from - 1 : from;
  return at > 0 && FROM_PLACE.test(words.plain(at - 1));
}

function withValues(part: Part, values: QuestionValues): Part {
  return { ...part, meaning: { values } };
}

/** The words before a part of a request, and the parameter that the part is the value of. */
const PARTS: Readonly<Record<string, string>> = {
  near: 'near',
  around: 'near',
  'close to': 'near',
  in: 'area',
  within: 'within',
  speak: 'languages',
  speaks: 'languages',
  speaking: 'languages',
  named: 'q',
  called: 'q',
};
const BEFORE_PART = new RegExp(`\\b(${Object.keys(PARTS).join('|')})\\s+`, 'i');
/** What is asked for by yes or no. */
const FLAGS: readonly (readonly [name: string, words: RegExp])[] = [
  ['accepting', /\b(accept(s|ing)?|tak(es?|ing))( new)? patients\b/i],
  ['nearTTC', /\b(near|close to) (the |a )?subway( station)?\b/i],
  ['evening', /\b(open )?(in the |on )?evenings?\b/i],
  ['weekend', /\b(open )?(on )?(the )?weekends?\b/i],
  ['wheelchair', /\bwheelchair([- ]accessible| access)?\b/i],
  ['virtualVisits', /\b(with |offers? |offering )?virtual (visits|appointments)\b/i],
];
const DISTANCE = /^([\d.]+)\s*(?:km|kilomet(?:er|re)s?)?(?:\s+(?:of|from)\s+(.+))?$/i;
/** Words that only join the parts. */
const JOINT = /[\s,.?]*(\b(and|is|are|who|that|which|with|has)|[,.?])\s*$/i;
const BEGINNING = /^(find|me|an?|the|any|which|what|who is|i need|show)\s+/i;

/**
 * Reads a request in words, such as "family doctor who speaks Tamil near Finch station", as parameters of a list. Only the
 * words above separate the parts; what each part means is for the API to say, which reads everyday words.
 */
export function readWords(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let rest = text.trim().replace(/\b(\p{L}+)-speaking\b/giu, (_words, language: string) => {
    found['languages'] = language;
    return '';
  });
  for (const [name, words] of FLAGS) {
    if (words.test(rest)) found[name] = 'true';
    rest = rest.replace(words, '');
  }
  const [first = '', ...parts] = rest.split(BEFORE_PART);
  addSubject(found, withoutJoints(first));
  for (let index = 0; index < parts.length; index += 2) {
    const name = PARTS[parts[index]!.toLowerCase()]!;
    const value = withoutJoints(parts[index + 1]!);
    const [, kilometers, place] = (name === 'within' && DISTANCE.exec(value)) || [];
    if (place) found['near'] = place;
    if (value !== '')
      found[name] = kilometers ?? (name === 'languages' ? value.replace(/ or /gi, ',') : value);
  }
  return found;
}

/** Reads what is looked for: a gender and a specialty, or any doctor. */
function addSubject(found: Record<string, string>, text: string): void {
  let subject = text;
  while (BEGINNING.test(subject)) subject = subject.replace(BEGINNING, '');
  const [, gender, other] = /^(female|male)\b\s*(.*)$/i.exec(subject) ?? [undefined, undefined, subject];
  if (gender) found['gender'] = gender.toLowerCase();
  if (other && !/^(doctor|dr|physician)s?\.?$/i.test(other))
    found['specialties'] = other.replace(/ or /gi, ',');
}

function withoutJoints(text: string): string {
  let words = text.trim();
  while (JOINT.test(words)) words = words.replace(JOINT, '');
  return words;
}

/** Given names and surnames of one origin, and the languages that its doctors are likely to speak. */
export interface NameCulture {
  readonly origin: string;
  /** Weight among the doctors of the area. Plausible, not measured. */
  readonly share: number;
  /** How often a given name is taken from the English ones instead, as families of long standing do. */
  readonly englishGiven: number;
  /** Probability of each language beside English. */
  readonly languages: Readonly<Record<string, number>>;
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly surnames: readonly string[];
}

/** The form in which a culture is written down: names separated by commas. */
export interface NameCultureText extends Omit<NameCulture, 'women' | 'men' | 'surnames'> {
  readonly women: string;
  readonly men: string;
  readonly surnames: string;
}

/** Splits the lists of a culture. */
export function nameCulture(text: NameCultureText): NameCulture {
  return { ...text, women: names(text.women), men: names(text.men), surnames: names(text.surnames) };
}

function names(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}

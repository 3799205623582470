import { ENGLISH, type ERROR_SENTENCES } from './english.js';

/** How names of the vocabulary are shown to people. */
export interface Names {
  readonly specialty: (name: string) => string;
  readonly language: (name: string) => string;
}

/** The sentences of one language by code: text, or a function of the parameters. */
type Sentences = Readonly<Record<string, string | ((params: never, names: never) => string)>>;

/** A message of a catalogue, as plain data: its code, and the parameters of its sentence. */
export type MessageOf<Catalogue extends Sentences> = {
  readonly [Code in keyof Catalogue]: Catalogue[Code] extends (params: infer Params) => string
    ? { readonly code: Code; readonly params: Readonly<Params> }
    : { readonly code: Code; readonly params?: undefined };
}[keyof Catalogue];

/**
 * The same catalogue in another language: the compiler asks for each sentence and its parameters. `Shown` has the names
 * that sentences show in their language.
 */
export type Translation<Catalogue extends Sentences, Shown = Names> = {
  readonly [Code in keyof Catalogue]: Catalogue[Code] extends (params: infer Params) => string
    ? (params: Readonly<Params>, names: Shown) => string
    : string;
};

/** What the directory says to people: warnings about a request, remarks on a clinic, errors. */
export type Message = MessageOf<typeof ENGLISH>;

/** What an error says to people. */
export type ErrorMessage = MessageOf<typeof ERROR_SENTENCES>;

/** A message, or text that no catalogue has: the words of a clinic, or English about a malformed request. */
export type Said = Message | string;

const AS_THEY_ARE: Names = { specialty: (name) => name, language: (name) => name };

/** Returns the sentence of a message in the language of a catalogue. */
export function write<Catalogue extends Sentences, Shown = Names>(
  catalogue: Translation<Catalogue, Shown>,
  { code, params }: MessageOf<Catalogue>,
  names: Shown,
): string {
  // The compiler does not follow that a code and its parameters belong together.
  const sentence = catalogue[code] as string | ((params: unknown, names: Shown) => string);
  return typeof sentence === 'string' ? sentence : sentence(params, names);
}

/** Returns the English sentence of a message. */
export function english(said: Said): string {
  return typeof said === 'string' ? said : write<typeof ENGLISH>(ENGLISH, said, AS_THEY_ARE);
}

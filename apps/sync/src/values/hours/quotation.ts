import { cleanText, shortened } from '../../rows/clean-text.js';

/** Control characters, lone surrogates, and marks that turn the text around them, except joiners inside words. */
const INVISIBLE = /(?![\u200C\u200D])\p{C}/gu;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}\.`;
const ENDINGS =
  'ai|app|biz|ca|care|cc|clinic|club|cn|co|com|doctor|edu|eu|example|fr|fun|gov|health|info|io|link|live|ly|me|net|online|org|ru|shop|site|store|to|top|tv|uk|us|xyz';
/** With a scheme or without: a domain is one by its path, or by a common ending. */
const WEB_ADDRESS = new RegExp(
  [
    String.raw`[\p{L}][\p{L}\p{N}+.-]{0,20}:\s?//\S*`,
    String.raw`(?<![\p{L}\p{N}])(?:mailto|javascript|data|www):\S*`,
    String.raw`(?<![\p{L}\p{N}])www\.\S*`,
    String.raw`(?:[\p{L}\p{N}._+-]{1,64}@)?(?<![\p{L}\p{N}.-])(?:${LABEL}){1,9}(?:(?:${ENDINGS})(?![\p{L}\p{N}])(?:[:/?#]\S*)?|\p{L}{2,}/\S*)`,
    String.raw`[\p{L}\p{N}._+-]{1,64}@(?:${LABEL}){1,9}\p{L}{2,}`,
  ].join('|'),
  'giu',
);
/** More than any quotation shows is not read. */
const READ_CHARACTERS = 1000;
export const SHOWN_CHARACTERS = 120;

/** Returns text of a source for a sentence: one line of visible characters, without web addresses, of a limited length. */
export function wordsOf(text: string, length = SHOWN_CHARACTERS): string {
  const visible = cleanText(text.slice(0, READ_CHARACTERS)).replaceAll(INVISIBLE, ' ');
  const line = visible
    .normalize('NFC')
    .replaceAll(WEB_ADDRESS, '[web address]')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return shortened(line, length);
}

/** Returns a value of a source, good or bad, for a sentence. */
export function quoted(text: string): string {
  return `"${wordsOf(text).replaceAll('"', "'")}"`;
}

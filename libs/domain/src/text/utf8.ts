const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Returns the UTF-8 encoding of a text. */
export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** Returns the text that UTF-8 bytes encode. */
export function fromUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Returns the UTF-8 encoding of a text. */
export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** Returns the number of bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return utf8(text).length;
}

/** Returns the beginning of a text that has at most so many bytes in UTF-8, and no half of a character. */
export function beginning(text: string, bytes: number): string {
  const encoded = utf8(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  // A byte within a character is 10xxxxxx.
  while (end > 0 && (encoded[end]! & 0xc0) === 0x80) end--;
  return fromUtf8(encoded.subarray(0, end));
}

/** Returns the text that UTF-8 bytes encode. */
export function fromUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

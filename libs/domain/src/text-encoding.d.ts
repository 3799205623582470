// What every JavaScript runtime has, Node and browsers alike, and the library for ECMAScript alone does not declare.
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}

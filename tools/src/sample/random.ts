/** What a stream of random numbers is for. Streams never share numbers, so one aspect can change alone. */
export const STREAM = {
  layout: 1,
  clinic: 2,
  practice: 3,
  person: 4,
  career: 5,
  register: 6,
  service: 7,
  doctorReviews: 8,
  clinicReviews: 9,
  onlineBooking: 10,
} as const;
export type Stream = (typeof STREAM)[keyof typeof STREAM];

const WARM_UP = 15;
const TWO_32 = 4_294_967_296;

/**
 * A reproducible source of random numbers (the public-domain algorithm sfc32), addressed by seed, stream and
 * index: any doctor can be made without making those before. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number, stream: Stream, index = 0) {
    // The three numbers fill the state itself rather than a hash of it, so that no two addresses coincide.
    this.a = seed | 0;
    this.b = stream | 0;
    this.c = index | 0;
    for (let i = 0; i < WARM_UP; i++) this.word();
  }

  /** 32 random bits, unsigned. */
  word(): number {
    const out = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.word() / TWO_32;
  }

  /** A whole number in 0 … count − 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** A whole number from low to high, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One element of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** True, false or, with what is left of 1, null. */
  known(yes: number, no: number): boolean | null {
    const at = this.unit();
    if (at < yes) return true;
    return at < yes + no ? false : null;
  }

  /** Standard normal (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Log-normal: heavy-tailed, with the given median; `spread` is the deviation of the logarithm. */
  heavyTailed(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  /** A UUID in the form of version 4. */
  uuid(): string {
    const high = hex(this.word());
    const second = hex(((this.word() & 0xffff0fff) | 0x4000) >>> 0);
    const third = hex(((this.word() & 0x3fffffff) | 0x80000000) >>> 0);
    return `${high}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(this.word())}`;
  }
}

// Digits of each byte: formatting whole words took a quarter of the time of a large sample.
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(word: number): string {
  return BYTES[word >>> 24]! + BYTES[(word >>> 16) & 255]! + BYTES[(word >>> 8) & 255]! + BYTES[word & 255]!;
}

/** The purposes of random streams. Streams share no numbers, so that one aspect can change alone. */
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
  queries: 11,
  registration: 12,
} as const;

const WARM_UP = 15;
const TWO_32 = 4_294_967_296;

/**
 * A reproducible source of random numbers (the public-domain algorithm sfc32), addressed by seed, stream and index, so
 * that any doctor can be generated without the ones before. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number, stream: number, index = 0) {
    // The three numbers are the state itself, not a hash of it, so that no two addresses coincide.
    this.a = seed | 0;
    this.b = stream | 0;
    this.c = index | 0;
    for (let i = 0; i < WARM_UP; i++) this.word();
  }

  /** Returns 32 random bits, unsigned. */
  word(): number {
    const out = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** Returns a number from 0 up to 1. */
  unit(): number {
    return this.word() / TWO_32;
  }

  /** Returns a whole number from 0 to count − 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** Returns a whole number from low to high, inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Returns true with a probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Picks an element of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Returns true, false or, with the remaining probability, null. */
  known(yes: number, no: number): boolean | null {
    const at = this.unit();
    if (at < yes) return true;
    return at < yes + no ? false : null;
  }

  /** Returns a standard normal number (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Returns a log-normal number, which is heavy-tailed; `spread` is the deviation of the logarithm. */
  heavyTailed(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  /** Returns a UUID of version 4. */
  uuid(): string {
    const high = hex(this.word());
    const second = hex(((this.word() & 0xffff0fff) | 0x4000) >>> 0);
    const third = hex(((this.word() & 0x3fffffff) | 0x80000000) >>> 0);
    return `${high}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(this.word())}`;
  }
}

// The digits of each byte: formatting whole words took a quarter of the time of a large sample.
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(word: number): string {
  return BYTES[word >>> 24]! + BYTES[(word >>> 16) & 255]! + BYTES[(word >>> 8) & 255]! + BYTES[word & 255]!;
}

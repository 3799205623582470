import { LeaseWorld, type Mutation, type Process } from '../../test/lease-world.js';

/** The world is the same for the same seed; a failure names it. */
const SEED = 20_261_123;
const RUNS = 100_000;
const STEPS = 60;
/** In which every mutation must show. */
const MUTANT_RUNS = 20_000;
/** A fifth of a lease and a little: a holder counts three of them, those who wait four. Milliseconds. */
const TICK_MS = 800;
const DEPTH = 13;
/** Long enough for a renewal, a lease, a struck row and a removed withdrawal. */
const SPANS = [1, 20, 400, 1_000, 2_790, 3_210, 31_000, 61_000];

/** Mulberry32. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Runs one random history. Returns what it violates, if anything. */
function violationOf(seed: number, mutation?: Mutation): string | undefined {
  const random = randomNumbers(seed);
  const size = { instances: 1 + random(3), revokers: 1 + random(2), keys: 2 };
  const world = new LeaseWorld(size, mutation, () => 0.98 + random(5) / 100);
  const one = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  // Patience of one run: most messages pass at once, or most are late.
  const hurry = 1 + random(6);
  // Most histories are of a few seconds.
  const spans = random(3) > 0 ? SPANS.slice(0, 6) : SPANS;
  // A machine that is suspended while its clock is set back has no clock that says so.
  const hasSuspensions = random(2) > 0;
  for (let step = 0; step < STEPS; step++) {
    stepAtRandom(world, { random, one, hurry, spans, hasSuspensions });
    if (world.revoked.size === 0) continue;
    const violated = world.violations();
    if (violated.length > 0) return `seed ${seed}, step ${step}: ${violated.join(', ')}`;
  }
  return undefined;
}

interface Chances {
  /** Returns a number from 0 to below. */
  readonly random: (below: number) => number;
  readonly one: <Item>(items: readonly Item[]) => Item;
  readonly hurry: number;
  readonly spans: readonly number[];
  readonly hasSuspensions: boolean;
}

function stepAtRandom(world: LeaseWorld, { random, one, hurry, spans, hasSuspensions }: Chances): void {
  const instance = one(world.instances);
  const flight = world.flights.length > 0 ? one(world.flights) : undefined;
  const chance = random(100);
  const isWhole = random(hurry) > 0;
  if (chance < 8) world.ask(instance, one(world.keys));
  else if (chance < 26) complete(world, instance, world.send(instance) && isWhole);
  else if (chance < 40) {
    const revoker = one(world.revokers);
    complete(world, revoker, world.proceed(revoker, one(world.keys)) && isWhole);
  } else if (chance < 66) {
    if (!flight) world.time += one(SPANS.slice(0, 4));
    else if (!flight.isExecuted) world.execute(flight);
    else world.deliver(flight);
  } else if (chance < 72) {
    if (flight) world.lose(flight, random(2) > 0);
  } else if (chance < 90) world.time += one(spans);
  else if (chance < 93) for (const process of [...world.instances, ...world.revokers]) process.resume();
  else if (chance < 95)
    world.pause(one([...world.instances, ...world.revokers]), hasSuspensions && random(2) > 0);
  else if (chance < 96) instance.crash();
  else if (chance < 97) instance.stepped += hasSuspensions ? 0 : one([-600_000, -2_000, 2_000, 600_000]);
  else if (chance < 98) world.failOver();
  else if (chance < 99) world.sweep();
  else world.enabled = !world.enabled;
}

/** What a process has just sent is answered before anything else happens. */
function complete(world: LeaseWorld, { flight }: Process, isWhole = true): void {
  if (!isWhole || !flight) return;
  world.execute(flight);
  world.deliver(flight);
}

/** A world in which one process remembers the one key, which nobody revokes yet. */
function smallWorld(mutation?: Mutation): LeaseWorld {
  const world = new LeaseWorld({ instances: 1, revokers: 1, keys: 1 }, mutation);
  const [instance] = world.instances;
  for (let renewal = 0; renewal < 3; renewal++) {
    world.ask(instance!, world.keys[0]!);
    complete(world, instance!, world.send(instance!));
  }
  return world;
}

/** Every step that may follow. */
function stepsOf(world: LeaseWorld): readonly ((world: LeaseWorld) => unknown)[] {
  return [
    (next) => (next.time += TICK_MS),
    (next) => next.send(next.instances[0]!),
    (next) => next.proceed(next.revokers[0]!, next.keys[0]!),
    (next) => next.ask(next.instances[0]!, next.keys[0]!),
    ...world.flights.flatMap(({ isExecuted }, i) => [
      (next: LeaseWorld) => (isExecuted ? next.deliver(next.flights[i]!) : next.execute(next.flights[i]!)),
      (next: LeaseWorld) => next.lose(next.flights[i]!, true),
    ]),
  ];
}

type Step = ReturnType<typeof stepsOf>[number];

/** Explores every history up to a length, each state once. Returns the number of states, or the length of a violation. */
function explore(
  depth: number,
  mutation?: Mutation,
): { readonly states: number; readonly violation?: number } {
  const replay = (steps: readonly Step[]) => {
    const world = smallWorld(mutation);
    for (const step of steps) step(world);
    return world;
  };
  const seen = new Set([smallWorld(mutation).describe()]);
  let edge: (readonly Step[])[] = [[]];
  for (let length = 1; length <= depth; length++) {
    const next: (readonly Step[])[] = [];
    for (const steps of edge) {
      for (const step of stepsOf(replay(steps))) {
        const longer = [...steps, step];
        const world = replay(longer);
        if (world.violations().length > 0) return { states: seen.size, violation: length };
        const description = world.describe();
        if (seen.has(description)) continue;
        seen.add(description);
        next.push(longer);
      }
    }
    edge = next;
  }
  return { states: seen.size };
}

const firstViolation = (runs: number, mutation?: Mutation): string | undefined => {
  for (let run = 0; run < runs; run++) {
    const violation = violationOf(SEED + run, mutation);
    if (violation !== undefined) return violation;
  }
  return undefined;
};

test(`in ${RUNS} random histories no process accepts a key whose revocation is committed`, () => {
  expect(firstViolation(RUNS)).toBeUndefined();
}, 300_000);

test.each<Mutation>([
  'a renewal acknowledges what it returns',
  'a lease lasts from the receipt of its renewal',
  'a lease ends by the monotonic clock alone',
  'the wait begins before the commit',
  'the wait is half a lease',
  'a withdrawn key is remembered',
  'a removed withdrawal is not missed',
  'a process is struck off while its lease lasts',
  'revoked at once where processes are on the list',
  'a lost row keeps its lease',
])(
  'random histories show it when %s',
  (mutation) => {
    expect(firstViolation(MUTANT_RUNS, mutation)).toContain('seed');
  },
  300_000,
);

test(`so do all histories of up to ${DEPTH} steps of one process and one revocation, and those of its mutants`, () => {
  const { states, violation } = explore(DEPTH);
  expect(violation).toBeUndefined();
  expect(states).toBeGreaterThan(10_000);
  expect(explore(DEPTH, 'a renewal acknowledges what it returns').violation).toBeDefined();
  expect(explore(DEPTH, 'a lease lasts from the receipt of its renewal').violation).toBeDefined();
}, 300_000);

import { type Instance, LeaseWorld, type Mutation, type Process } from '../../test/lease-world.js';
import { LEASE_MS, MARGIN_MS } from './key-lease.js';

/** The world is the same for the same seed; a failure names it. */
const SEED = 20_261_123;
const RUNS = 40_000;
const STEPS = 60;
/** In which every mutation must show. */
const MUTANT_RUNS = 20_000;
/** A fifth of a lease and a little: a holder counts three of them, those who wait four. Milliseconds. */
const TICK_MS = 800;
const DEPTH = 12;
/** By how much time may pass at once: less or more than a lease, a struck row or a removed withdrawal takes. */
const SPANS: readonly (readonly number[])[] = [
  [1, 20, 400, 1_000, 2_790, 3_210],
  [20, 700],
  [300, 1_000, 3_210],
  [1, 20, 100, 400, 400, 31_000],
  [400, 1_000, 3_210, 61_000],
];

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
  const one = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const size = { instances: 1 + random(3), revokers: 1 + random(2), keys: 1 + random(2) };
  const world = new LeaseWorld(size, mutation, () => 0.98 + random(5) / 100);
  const chances = { random, one, hurry: 1 + random(6), spans: one(SPANS), canSuspend: random(2) > 0 };
  // Each history has some kinds of events often, and others never: so it gets far in what it has.
  const events = EVENTS.flatMap(([weight, event], i) =>
    Array.from({ length: weight * one(i < ALWAYS ? [1, 1, 3] : [0, 0, 1, 2]) }, () => event),
  );
  for (let step = 0; step < STEPS; step++) {
    one(events)(world, chances);
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
  /** How many of so many messages are answered at once, but for one. */
  readonly hurry: number;
  readonly spans: readonly number[];
  /** A machine that is suspended while its clock is set back would have no clock that says so. */
  readonly canSuspend: boolean;
}

const anyProcess = ({ instances, revokers }: LeaseWorld) => [...instances, ...revokers];

/** What may happen, and how often. */
const EVENTS: readonly (readonly [weight: number, event: (world: LeaseWorld, chances: Chances) => void])[] = [
  [2, (world, { one }) => world.ask(one(world.instances), one(world.keys))],
  [
    6,
    (world, { one, random, hurry }) => {
      const instance = one(world.instances);
      complete(world, instance, world.send(instance) && random(hurry) > 0);
    },
  ],
  [
    4,
    (world, { one, random, hurry }) => {
      const revoker = one(world.revokers);
      complete(world, revoker, world.proceed(revoker, one(world.keys)) && random(hurry) > 0);
    },
  ],
  [
    6,
    (world, { one }) => {
      if (world.flights.length === 0) return;
      const flight = one(world.flights);
      if (flight.isExecuted) world.deliver(flight);
      else world.execute(flight);
    },
  ],
  [5, (world, { one, spans }) => void (world.time += one(spans))],
  [1, (world) => anyProcess(world).forEach((process) => process.resume())],
  [2, (world, { one, random }) => world.flights.length > 0 && world.lose(one(world.flights), random(2) > 0)],
  [1, (world, { one, canSuspend }) => world.pause(one(anyProcess(world)), canSuspend)],
  [1, (world, { one }) => one(world.instances).crash()],
  [
    1,
    (world, { one, canSuspend }) =>
      void (one(world.instances).stepped += canSuspend ? 0 : one([-600_000, -2_000, 2_000, 600_000])),
  ],
  [1, (world) => world.failOver()],
  [1, (world) => world.sweep()],
  [1, (world) => void (world.enabled = !world.enabled)],
];
/** So many of them are in every history. */
const ALWAYS = 6;

/** What a process has just sent is answered before anything else happens. */
function complete(world: LeaseWorld, { flight }: Process, isWhole = true): void {
  if (!isWhole || !flight) return;
  world.execute(flight);
  world.deliver(flight);
}

/** A world in which the first process remembers the one key, which nobody revokes yet. */
function smallWorld(mutation?: Mutation, instances = 1): LeaseWorld {
  const world = new LeaseWorld({ instances, revokers: 1, keys: 1 }, mutation);
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
      let world: LeaseWorld | undefined = replay(steps);
      for (const step of stepsOf(world)) {
        world ??= replay(steps);
        // A process whose turn it is not changes nothing.
        if (step(world) === false) continue;
        if (world.violations().length > 0) return { states: seen.size, violation: length };
        const description = world.describe();
        world = undefined;
        if (seen.has(description)) continue;
        seen.add(description);
        next.push([...steps, step]);
      }
    }
    edge = next;
  }
  return { states: seen.size };
}

function revoke(world: LeaseWorld): void {
  const [revoker] = world.revokers;
  complete(world, revoker!, world.proceed(revoker!, world.keys[0]!));
}

/** Histories that chance rarely makes. */
const RARE: readonly [Mutation, (mutation?: Mutation) => LeaseWorld][] = [
  [
    'a lease ends by the monotonic clock alone',
    (mutation) => {
      const world = smallWorld(mutation);
      world.pause(world.instances[0]!, true);
      revoke(world);
      world.time += LEASE_MS + MARGIN_MS;
      revoke(world);
      world.instances[0]!.resume();
      return world;
    },
  ],
  [
    'a lost row keeps its lease',
    (mutation) => {
      const world = smallWorld(mutation, 2);
      const [lost, other] = world.instances;
      const renew = (instance: Instance) => complete(world, instance, world.send(instance));
      for (let renewal = 0; renewal < 3; renewal++) renew(other!);
      world.time += 10 * LEASE_MS;
      renew(other!);
      renew(lost!);
      revoke(world);
      for (let renewal = 0; renewal < 2; renewal++) renew(other!);
      revoke(world);
      return world;
    },
  ],
];

test.each(RARE)('a history shows it when %s, and only then', (mutation, history) => {
  for (const mutant of [undefined, mutation]) {
    const world = history(mutant);
    expect(world.revoked.size).toBe(1);
    expect(world.violations()).toEqual(mutant ? world.keys : []);
  }
});

const firstViolation = (runs: number, mutation?: Mutation): string | undefined => {
  for (let run = 0; run < runs; run++) {
    const violation = violationOf(SEED + run, mutation);
    if (violation !== undefined) return violation;
  }
  return undefined;
};

test(`in ${RUNS} random histories no process accepts a key whose revocation is committed`, () => {
  expect(firstViolation(RUNS)).toBeUndefined();
});

test.each<Mutation>([
  'a renewal acknowledges what it returns',
  'a lease lasts from the receipt of its renewal',
  'the wait begins before the commit',
  'the wait is half a lease',
  'a withdrawn key is remembered',
  'a removed withdrawal is not missed',
  'a process is struck off while its lease lasts',
  'revoked at once where processes are on the list',
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
});

import type { KeyIdentity } from '../src/keys/key-identity.js';
import {
  isWithdrawn,
  KeyMemory,
  type Moment,
  type Renewal,
  type RenewalAnswer,
  StillInstances,
} from '../src/keys/key-lease.js';

/** What is made wrong on purpose, so that the simulation has to notice. */
export type Mutation =
  | 'a renewal acknowledges what it returns'
  | 'a lease lasts from the receipt of its renewal'
  | 'a lease ends by the monotonic clock alone'
  | 'the wait begins before the commit'
  | 'the wait is half a lease'
  | 'a withdrawn key is remembered'
  | 'a removed withdrawal is not missed'
  | 'a process is struck off while its lease lasts'
  | 'revoked at once where processes are on the list'
  | 'a lost row keeps its lease';

type Message =
  | { readonly kind: 'enlist'; readonly from: Instance; readonly id: string }
  | {
      readonly kind: 'renew';
      readonly from: Instance;
      readonly id: string;
      readonly sent: Moment;
      readonly renewal: Renewal;
    }
  | { readonly kind: 'withdraw'; readonly from: Revoker; readonly key: string }
  | { readonly kind: 'finish'; readonly from: Revoker; readonly withdrawal: Withdrawal };

interface Withdrawal {
  readonly id: string;
  readonly key: string;
  readonly epoch: number;
}

type Renewed = RenewalAnswer & { readonly others: Readonly<Record<string, number>> };

interface Flight {
  readonly message: Message;
  /** What the database said; the answer is on its way. */
  answer?: unknown;
  isExecuted?: boolean;
  /** Nobody waits for the answer any more. */
  abandoned?: boolean;
}

const STRIKE_EARLY_MS = 800;
const SWEEP_MS = 60_000;
/** From here on it does not matter how long ago something was, to leases. */
const LONG_AGO_MS = 4_000;

/** A process with two clocks that run at their own speed. */
export class Process {
  /** By how much the monotonic clock lags behind, for the time that the machine was suspended. */
  stood = 0;
  /** By how much somebody set the wall clock off. */
  stepped = 0;
  /** Since when nothing runs; and whether its monotonic clock stands still too. */
  paused: { readonly since: number; readonly suspended: boolean } | undefined;
  flight: Flight | undefined;

  constructor(
    protected readonly world: LeaseWorld,
    private readonly speed: number,
  ) {}

  readonly now = (): Moment => {
    const monotonic = (this.world.time - this.stood) * this.speed;
    return {
      monotonic,
      wall:
        this.world.mutation === 'a lease ends by the monotonic clock alone'
          ? monotonic
          : this.world.time + this.stepped,
    };
  };

  resume(): void {
    if (this.paused?.suspended) this.stood += this.world.time - this.paused.since;
    this.paused = undefined;
  }
}

export class Instance extends Process {
  memory = new KeyMemory(this.now);
  still = new StillInstances();
  id: string | undefined;
  /** When the renewal of its lease was sent, as the memory knows. */
  sent: Moment | undefined;

  /** The process is killed; another one takes its place. */
  crash(): void {
    if (this.flight) this.flight.abandoned = true;
    this.flight = undefined;
    this.memory = new KeyMemory(this.now);
    this.still = new StillInstances();
    this.id = undefined;
    this.sent = undefined;
  }
}

export class Revoker extends Process {
  withdrawal: Withdrawal | undefined;
  since = 0;
  begun = 0;
}

/** Processes, a database as the statements use it, messages and clocks. Every step is chosen from outside. */
export class LeaseWorld {
  time = 0;
  readonly instances: readonly Instance[];
  readonly revokers: readonly Revoker[];
  readonly keys: readonly string[];
  flights: Flight[] = [];
  /** Keys whose revocation was committed. */
  readonly revoked = new Set<string>();
  enabled = true;
  #history = 1;
  #epoch = 0;
  #named = 0;
  #changes: (readonly [epoch: number, key: string])[] = [];
  readonly #rows = new Map<string, { renewals: number; acked: number | undefined }>();
  readonly #withdrawals = new Map<string, { readonly key: string; readonly at: number }>();

  constructor(
    size: { readonly instances: number; readonly revokers: number; readonly keys: number },
    readonly mutation?: Mutation,
    speed: () => number = () => 1,
  ) {
    this.instances = Array.from({ length: size.instances }, () => new Instance(this, speed()));
    this.revokers = Array.from({ length: size.revokers }, () => new Revoker(this, speed()));
    this.keys = Array.from({ length: size.keys }, (_, i) => `key ${i}`);
  }

  /** Returns the keys that a process would accept now although their revocation was committed. */
  violations(): readonly string[] {
    return this.instances.flatMap((instance) =>
      instance.paused ? [] : [...this.revoked].filter((key) => instance.memory.find(key) !== undefined),
    );
  }

  /** A request with a key: one that is not in memory is asked for. */
  ask(instance: Instance, key: string): void {
    if (!instance.paused && !instance.memory.find(key) && !this.revoked.has(key)) instance.memory.want(key);
  }

  /** Sends the next message of a process, if it is its turn. Returns whether it was. */
  send(from: Instance): boolean {
    if (from.flight || from.paused || !(this.enabled || from.id !== undefined)) return false;
    const sent = from.now();
    const message: Message =
      from.id === undefined
        ? { kind: 'enlist', from, id: `row ${++this.#named}` }
        : { kind: 'renew', from, id: from.id, sent, renewal: from.memory.renewal() };
    this.#fly(from, message);
    return true;
  }

  /** The next step of a revocation. Returns whether there was one. */
  proceed(from: Revoker, key: string): boolean {
    if (from.flight || from.paused) return false;
    if (!from.withdrawal) {
      from.begun = from.now().monotonic;
      this.#fly(from, { kind: 'withdraw', from, key });
      return true;
    }
    const { epoch } = from.withdrawal;
    const since = this.mutation === 'the wait begins before the commit' ? from.begun : from.since;
    const waited = (from.now().monotonic - since) * (this.mutation === 'the wait is half a lease' ? 2 : 1);
    const open = [...this.#rows.values()].filter(({ acked }) => acked === undefined || acked < epoch);
    if (!isWithdrawn(open.length, waited)) return false;
    this.#fly(from, { kind: 'finish', from, withdrawal: from.withdrawal });
    return true;
  }

  /** The database does what a message asks for, which may be long after its sender gave up. */
  execute(flight: Flight): void {
    const { message } = flight;
    flight.isExecuted = true;
    switch (message.kind) {
      case 'enlist':
        this.#rows.set(message.id, { renewals: 0, acked: undefined });
        break;
      case 'renew':
        flight.answer = this.#renew(message.id, message.renewal);
        break;
      case 'withdraw':
        flight.answer = this.#withdraw(message.key);
        break;
      case 'finish':
        this.#finish(message.withdrawal);
        break;
      default:
        message satisfies never;
    }
    if (flight.abandoned) this.#land(flight);
  }

  /** An answer arrives. */
  deliver(flight: Flight): void {
    const { message, answer } = flight;
    if (message.from.paused) return;
    this.#land(flight);
    if (flight.abandoned) return;
    message.from.flight = undefined;
    if (message.kind === 'enlist') message.from.id = message.id;
    else if (message.kind === 'renew') this.#renewed(message, answer as Renewed);
    else if (message.kind === 'withdraw') {
      message.from.withdrawal = answer as Withdrawal | undefined;
      message.from.since = message.from.now().monotonic;
    } else message.from.withdrawal = undefined;
  }

  /** A connection breaks: the sender gives up. The database may still do what was asked for, or not. */
  lose(flight: Flight, arrives: boolean): void {
    if (flight.abandoned) return;
    flight.abandoned = true;
    flight.message.from.flight = undefined;
    if ('withdrawal' in flight.message.from) flight.message.from.withdrawal = undefined;
    if (!arrives || flight.isExecuted) this.#land(flight);
  }

  pause(process: Process, suspended: boolean): void {
    process.paused ??= { since: this.time, suspended };
  }

  /** A synchronous standby takes over, and the old primary is fenced. */
  failOver(): void {
    this.#history++;
    for (const flight of this.flights) this.lose(flight, false);
  }

  /** Removes withdrawals that were left. */
  sweep(): void {
    for (const [id, { at }] of this.#withdrawals)
      if (this.time - at >= SWEEP_MS) this.#withdrawals.delete(id);
  }

  /** Whatever the next seconds of a world without pauses depend on, with times relative to now. */
  describe(): string {
    const since = (time: number) => Math.min(this.time - time, LONG_AGO_MS);
    const ago = (moment: Moment | undefined) => (moment === undefined ? null : since(moment.monotonic));
    const names = new Map<string, number>();
    const nameOf = (id: string | undefined) =>
      id === undefined ? null : (names.get(id) ?? (names.set(id, names.size), names.size - 1));
    return JSON.stringify([
      this.enabled,
      this.#epoch,
      this.#history,
      [...this.revoked],
      this.instances.map((instance) => {
        const remembered = instance.sent
          ? this.#at(instance.sent, () => this.keys.filter((key) => instance.memory.find(key)))
          : [];
        const renewal = instance.memory.renewal();
        for (const key of renewal.wanted) instance.memory.want(key);
        return [nameOf(instance.id), ago(instance.sent), remembered, renewal];
      }),
      this.revokers.map((revoker) => [revoker.withdrawal?.epoch, revoker.withdrawal && since(revoker.since)]),
      Array.from(this.#rows, ([id, row]) => [nameOf(id), row.acked]),
      Array.from(this.#withdrawals.values(), ({ key }) => key),
      this.flights.map(({ message, answer, isExecuted = false, abandoned = false }) => [
        message.kind,
        'sent' in message ? [ago(message.sent), message.renewal] : null,
        answer ?? null,
        isExecuted,
        abandoned,
      ]),
    ]);
  }

  /** Works as at an earlier moment of a process whose clocks are right. */
  #at<Result>({ monotonic }: Moment, work: () => Result): Result {
    const { time } = this;
    this.time = monotonic;
    try {
      return work();
    } finally {
      this.time = time;
    }
  }

  #fly(from: Process, message: Message): void {
    from.flight = { message };
    this.flights.push(from.flight);
  }

  #land(flight: Flight): void {
    this.flights = this.flights.filter((each) => each !== flight);
  }

  #change(key: string): void {
    this.#changes.push([++this.#epoch, key]);
  }

  /** The statement of a renewal. */
  #renew(id: string, { history, applied, wanted }: Renewal): Renewed {
    const row = this.#rows.get(id);
    const current = String(this.#history);
    if (row) {
      row.renewals++;
      const acked = this.mutation === 'a renewal acknowledges what it returns' ? this.#epoch : applied;
      row.acked = history === current ? acked : undefined;
    }
    const withdrawn = new Set(Array.from(this.#withdrawals.values(), ({ key }) => key));
    const isOpen = (key: string) =>
      !this.revoked.has(key) && (!withdrawn.has(key) || this.mutation === 'a withdrawn key is remembered');
    return {
      enabled: this.enabled,
      listed: row !== undefined || this.mutation === 'a lost row keeps its lease',
      history: current,
      epoch: this.#epoch,
      pruned: Math.max(0, this.#epoch - 3),
      changed: this.#changes
        .filter(([epoch]) => applied !== undefined && epoch > applied)
        .map(([, key]) => key),
      admitted: Object.fromEntries(wanted.filter(isOpen).map((key) => [key, {} as KeyIdentity])),
      others: Object.fromEntries(
        [...this.#rows].filter(([other]) => other !== id).map(([other, { renewals }]) => [other, renewals]),
      ),
    };
  }

  #renewed({ from, sent, renewal }: Extract<Message, { kind: 'renew' }>, answer: Renewed): void {
    const received = from.now();
    const start = this.mutation === 'a lease lasts from the receipt of its renewal' ? received : sent;
    from.memory.apply(start, renewal, answer);
    from.sent = answer.enabled && answer.listed ? start : undefined;
    if (!answer.enabled) this.#rows.delete(from.id!);
    if (!from.sent) from.id = undefined;
    const early =
      this.mutation === 'a process is struck off while its lease lasts' ? STRIKE_EARLY_MS * 40 : 0;
    for (const [id, renewals] of from.still.observe(
      answer.history,
      answer.others,
      sent.monotonic + early,
      received.monotonic,
    )) {
      if (this.#rows.get(id)?.renewals === renewals) this.#rows.delete(id);
    }
  }

  #withdraw(key: string): Withdrawal | undefined {
    if (this.revoked.has(key)) return undefined;
    const isEmpty =
      this.#rows.size === 0 || this.mutation === 'revoked at once where processes are on the list';
    this.#change(key);
    if (!this.enabled && isEmpty) {
      this.revoked.add(key);
      return undefined;
    }
    const id = `withdrawal ${++this.#named}`;
    this.#withdrawals.set(id, { key, at: this.time });
    return { id, key, epoch: this.#epoch };
  }

  #finish({ id, key }: Withdrawal): void {
    if (this.revoked.has(key)) return;
    if (!this.#withdrawals.has(id) && this.mutation !== 'a removed withdrawal is not missed') return;
    this.#change(key);
    this.revoked.add(key);
    for (const [other, each] of this.#withdrawals) if (each.key === key) this.#withdrawals.delete(other);
  }
}

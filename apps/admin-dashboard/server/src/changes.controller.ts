import { Controller, Inject, type MessageEvent, type OnModuleDestroy, Req, Sse } from '@nestjs/common';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { CHANGE_SUBJECTS, ChangeMarkRepository, type ChangeMarks } from '@care-atlas/data/directory';
import { Observable } from 'rxjs';
import { sessionLimits, SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest } from './visitor.js';

const LOOK_MS = 1_500;
const PING_EVERY = 10;

/** Somebody who is told of changes. */
interface Listener {
  readonly sessionHash: string;
  readonly tell: (event: MessageEvent) => void;
  readonly end: () => void;
}

/** Tells open pages what has changed. However many there are, the database is asked once. */
@Controller('api/changes')
export class ChangesController implements OnModuleDestroy {
  readonly #marks: ChangeMarkRepository;
  readonly #sessions: AdminSessionRepository;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #last: ChangeMarks | undefined;
  #looks = 0;

  constructor(@Inject(SURROUNDINGS) private readonly surroundings: Surroundings) {
    this.#marks = new ChangeMarkRepository(surroundings.database);
    this.#sessions = new AdminSessionRepository(surroundings.database);
  }

  @Sse()
  changes(@Req() { visitor }: AdministratorRequest): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      const listener: Listener = {
        sessionHash: visitor.hash,
        tell: (event) => subscriber.next(event),
        end: () => subscriber.complete(),
      };
      this.#listeners.add(listener);
      listener.tell({ type: 'ping', data: '' });
      if (this.#listeners.size === 1) this.#lookSoon();
      return () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#rest();
      };
    });
  }

  onModuleDestroy(): void {
    for (const { end } of this.#listeners) end();
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#last = undefined;
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#endOver();
      const marks = await this.#marks.current();
      const before = this.#last ?? marks;
      for (const type of CHANGE_SUBJECTS) {
        if (marks[type] !== before[type]) this.#tellAll({ type, data: '' });
      }
      this.#last = marks;
    } catch {
      // The database is away; what has changed meanwhile is seen when it is back.
    }
    if (++this.#looks % PING_EVERY === 0) this.#tellAll({ type: 'ping', data: '' });
    if (this.#listeners.size > 0) this.#lookSoon();
  }

  /** A stream does not outlive its session. */
  async #endOver(): Promise<void> {
    const { configuration, clock } = this.surroundings;
    for (const { sessionHash, end } of this.#listeners) {
      if (!(await this.#sessions.live(sessionHash, sessionLimits(configuration), clock()))) end();
    }
  }

  #tellAll(event: MessageEvent): void {
    for (const { tell } of this.#listeners) tell(event);
  }
}

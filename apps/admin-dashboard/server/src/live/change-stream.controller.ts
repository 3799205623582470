import { Controller, type OnModuleDestroy } from '@nestjs/common';
import { AdminSessionRepository } from '@care-atlas/data/administration';
import { ChangeMarkRepository, type ChangeMarks } from '@care-atlas/data/directory';
import { CHANGE_SUBJECTS, type ChangeSubject } from '@care-atlas/domain/access';
import { Observable, type Subscriber } from 'rxjs';
import { Dependencies } from '../dependencies.js';
import { type Call, Endpoint } from '../http/endpoint.js';
import { sessionLimits } from '../sessions/session-store.js';

const POLL_MS = 1_500;
const POLLS_PER_PING = 10;

interface ChangeEvent {
  readonly type: ChangeSubject | 'ping' | 'outage';
  readonly data: '';
}

/** Notifies open pages of changes. All streams share one poll of the database. */
@Controller()
export class ChangeStreamController implements OnModuleDestroy {
  /** Open streams with the hash of their session. */
  readonly #streams = new Map<Subscriber<ChangeEvent>, string>();
  #timer: NodeJS.Timeout | undefined;
  #previous: ChangeMarks | undefined;
  #polls = 0;

  constructor(private readonly dependencies: Dependencies) {}

  @Endpoint('streamChanges')
  stream({ request }: Call<'streamChanges'>): Observable<ChangeEvent> {
    return new Observable((stream) => {
      this.#streams.set(stream, request.liveSession.hash);
      stream.next({ type: 'ping', data: '' });
      // At once, because a change before the first poll would go unnoticed.
      if (this.#streams.size === 1) void this.#poll();
      return () => {
        this.#streams.delete(stream);
        if (this.#streams.size === 0) this.#stop();
      };
    });
  }

  onModuleDestroy(): void {
    for (const stream of this.#streams.keys()) stream.complete();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#previous = undefined;
  }

  #schedulePoll(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      await this.#completeEndedSessions();
      const marks = await new ChangeMarkRepository(this.dependencies.database).current();
      const previous = this.#previous ?? marks;
      for (const type of CHANGE_SUBJECTS) if (marks[type] !== previous[type]) this.#send(type);
      this.#previous = marks;
    } catch {
      // The next successful poll finds the changes made in the meantime.
      this.#send('outage');
    }
    if (++this.#polls % POLLS_PER_PING === 0) this.#send('ping');
    if (this.#streams.size > 0) this.#schedulePoll();
  }

  async #completeEndedSessions(): Promise<void> {
    const { database, configuration, clock } = this.dependencies;
    const sessions = new AdminSessionRepository(database);
    for (const [stream, sessionHash] of this.#streams) {
      if (!(await sessions.live(sessionHash, sessionLimits(configuration), clock()))) stream.complete();
    }
  }

  #send(type: ChangeEvent['type']): void {
    for (const stream of this.#streams.keys()) stream.next({ type, data: '' });
  }
}

import type { Export } from '@care-atlas/domain/contract';
import type { DatabaseScope } from '../connection/statement.js';
import { DirectoryHistoryRepository, type Following } from '../directory/directory-history.repository.js';
import { type ExportPlace, isPublished } from './export-place.js';
import type { ExportStore } from './export-store.js';
import { exportStore } from './open-export-store.js';

/** How the newest export stands to the directory. */
export interface ExportState extends Following {
  /** Undefined without one. */
  readonly newest: Export | undefined;
}

/** Many who ask, such as those of readiness, cost one look at the store a minute. */
const CACHED_MS = 60_000;

/** Watches whether the exports keep up with the directory. */
export class ExportWatch {
  readonly #history: DirectoryHistoryRepository;
  #state: Promise<ExportState> | undefined;
  #readAt = 0;

  constructor(
    private readonly store: Pick<ExportStore, 'list'>,
    database: DatabaseScope,
  ) {
    this.#history = new DirectoryHistoryRepository(database);
  }

  /** Returns the state as of the last minute. @throws while the store or the database cannot be read */
  read(): Promise<ExportState> {
    const now = performance.now();
    if (!this.#state || now - this.#readAt > CACHED_MS) {
      this.#readAt = now;
      this.#state = this.#look();
    }
    return this.#state;
  }

  async #look(): Promise<ExportState> {
    const [newest] = await this.store.list();
    const { lag, changesSince } = await this.#history.following(newest?.datasetVersion ?? null);
    return { newest, lag, changesSince };
  }
}

/** Returns the watch of the exports at a place; undefined where none are published. */
export function watchOf(place: ExportPlace, database: DatabaseScope): ExportWatch | undefined {
  return isPublished(place) ? new ExportWatch(exportStore(place), database) : undefined;
}

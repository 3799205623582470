import { DataSource } from 'typeorm';
import { ChangeFeedRepository } from '../src/directory/feed/change-feed.repository.js';

/** Returns the feed of changes of a directory without a database, which answers only where the changes begin now. */
export function unconnectedFeed(): ChangeFeedRepository {
  return new ChangeFeedRepository(new DataSource({ type: 'postgres' }));
}

import { createServer, type Server, type Socket, connect as connectTo } from 'node:net';
import { QueryFailedError } from 'typeorm';
import { eventually, terminate, useTestDatabase } from '../../test/test-directory.js';
import { isDatabaseUnavailable, isDatabaseUnreachable } from './database-errors.js';
import { type Database, openDatabase } from './database.js';
import { ApiKeyEntity } from '../entities/access/api-key.entity.js';
import { KeyRepository } from '../keys/key.repository.js';

const holder = useTestDatabase();

async function withDatabase(
  options: Parameters<typeof openDatabase>[1],
  use: (database: Database) => Promise<void>,
  url = holder.url,
): Promise<void> {
  const database = await openDatabase(url, options);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

/** What a promise is rejected with. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'It was not rejected.',
    (error: unknown) => error,
  );
}

describe('a serving process', () => {
  test('waits for an answer for less than its proxies, and for longer than a slow machine needs', async () => {
    await withDatabase({ applicationName: 'limits' }, async ({ pool }) => {
      const { rows } = await pool.query(
        `select current_setting('statement_timeout') as statement, current_setting('application_name') as name`,
      );
      expect(rows).toEqual([{ statement: '2500ms', name: 'limits' }]);
      expect(pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 3000, query_timeout: 3000 });
    });
  });

  test('lets the server notice within a minute that its machine is lost, so that its locks end', async () => {
    await withDatabase({ applicationName: 'keepalive' }, async (database) => {
      const names = ['idle', 'interval', 'count'].map((name) => `tcp_keepalives_${name}`);
      const [row] = await database.query(
        `select ${names.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} as probes`,
      );
      expect(row).toEqual({ probes: '10 10 3' });
    });
  });

  test('outlives the death of its idle connections, and is told of it', async () => {
    const deaths: Error[] = [];
    const options = { applicationName: 'idle', onIdleError: (error: Error) => deaths.push(error) };
    await withDatabase(options, async (database) => {
      await database.ping();
      expect(await terminate(holder.url, 'idle')).toBe(1);
      await eventually(() => deaths.length === 1);
      await database.ping();
    });
  });

  test('does not use a connection again on which a query has timed out', async () => {
    await withDatabase({ poolSize: 1, queryTimeout: 200, statementTimeout: 0 }, async (database) => {
      const slow = errorOf(database.query('select pg_sleep(30)'));
      expect(isDatabaseUnavailable(await slow)).toBe(true);
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    });
  });
});

describe('the database counts as unavailable', () => {
  test('when its port refuses', async () => {
    const server = await listening(createServer());
    const port = portOf(server);
    await new Promise((resolve) => server.close(resolve));
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(
        isDatabaseUnavailable(await errorOf(openDatabase(`postgres://nobody@${host}:${port}/none`))),
      ).toBe(true);
    }
  });

  test('when it accepts a connection and then says nothing', async () => {
    const sockets: Socket[] = [];
    const server = await listening(createServer((socket) => sockets.push(socket)));
    const opening = openDatabase(`postgres://nobody@127.0.0.1:${portOf(server)}/none`, {
      connectTimeout: 100,
    });
    expect(isDatabaseUnavailable(await errorOf(opening))).toBe(true);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  test('when a backend is terminated in a statement, in a transaction, and in a prepared statement', async () => {
    await withDatabase({ applicationName: 'victim' }, async (database) => {
      const attempts = [
        () => database.query('select pg_sleep(30)'),
        () => database.transaction((manager) => manager.query('select pg_sleep(30)')),
        () => database.pool.query({ name: 'sleep', text: 'select pg_sleep($1)', values: [30] }),
      ];
      for (const attempt of attempts) {
        const failing = errorOf(attempt());
        await eventually(async () => (await terminate(holder.url, 'victim')) > 0);
        expect(isDatabaseUnavailable(await failing)).toBe(true);
      }
    });
  });

  test('when a backend dies between two statements of a transaction', async () => {
    await withDatabase({ applicationName: 'victim' }, async (database) => {
      const transaction = database.transaction(async (manager) => {
        await manager.query('select 1');
        await eventually(async () => (await terminate(holder.url, 'victim')) === 0);
        await manager.query('select 2');
      });
      expect(isDatabaseUnavailable(await errorOf(transaction))).toBe(true);
    });
  });

  test('when the server cancels a slow statement', async () => {
    await withDatabase({ statementTimeout: 50 }, async (database) => {
      const error = await errorOf(database.query('select pg_sleep(30)'));
      expect(error).toBeInstanceOf(QueryFailedError);
      expect(isDatabaseUnavailable(error)).toBe(true);
    });
  });

  test('when all connections of the pool are taken', async () => {
    await withDatabase({ poolSize: 1, connectTimeout: 1_000 }, async (database) => {
      const taken = await database.pool.connect();
      expect(isDatabaseUnavailable(await errorOf(database.pool.query('select 1')))).toBe(true);
      expect(isDatabaseUnavailable(await errorOf(database.query('select 1')))).toBe(true);
      taken.release();
    });
  });

  test('when the network goes silent, and not once it is back', async () => {
    const network = await aNetwork(holder.url);
    const options = { poolSize: 2, connectTimeout: 300, queryTimeout: 300, statementTimeout: 200 };
    await withDatabase(
      options,
      async (database) => {
        await database.ping();
        network.silent = true;
        expect(isDatabaseUnavailable(await errorOf(database.ping()))).toBe(true);
        expect(isDatabaseUnavailable(await errorOf(database.ping()))).toBe(true);
        network.silent = false;
        await database.ping();
      },
      network.url,
    );
    network.close();
  });
});

describe('the database counts as unavailable, but not as unreachable', () => {
  test('when it refuses writes', async () => {
    await withDatabase({ poolSize: 1 }, async (database) => {
      await database.query('set default_transaction_read_only = on');
      const writing = new KeyRepository(database).create({ kind: 'live', label: 'refused' }, 'key');
      const error = await errorOf(writing);
      expect([isDatabaseUnavailable(error), isDatabaseUnreachable(error)]).toEqual([true, false]);
    });
  });

  test.each([
    ['its password was changed', { password: 'wrong' }],
    ['the role does not exist', { username: 'nobody', password: 'wrong' }],
    ['the database is not there', { pathname: '/absent' }],
  ])('when %s', async (_, part) => {
    const url = Object.assign(new URL(holder.url), part);
    const error = await errorOf(openDatabase(url.href));
    expect([isDatabaseUnavailable(error), isDatabaseUnreachable(error)]).toEqual([true, false]);
  });

  test('when a lock is not available in time, in a deadlock, and in a transaction that failed', async () => {
    await withDatabase({ poolSize: 2 }, async (database) => {
      await database.transaction(async (holding) => {
        await holding.query('lock table clinic in exclusive mode');
        const failing = errorOf(
          database.transaction(async (manager) => {
            const late = await errorOf(manager.query('lock table clinic in exclusive mode nowait'));
            expect(isDatabaseUnavailable(late)).toBe(true);
            await manager.query('select 1');
          }),
        );
        expect(isDatabaseUnavailable(await failing)).toBe(true);
      });
      const locking = (first: string, second: string) =>
        database.transaction(async (manager) => {
          await manager.query(`lock table ${first} in exclusive mode; select pg_sleep(0.3)`);
          await manager.query(`set local deadlock_timeout = '10ms'; lock table ${second} in exclusive mode`);
        });
      const ends = await Promise.allSettled([locking('clinic', 'doctor'), locking('doctor', 'clinic')]);
      const victims = ends.filter((end) => end.status === 'rejected');
      expect(victims.map(({ reason }) => isDatabaseUnavailable(reason))).toContain(true);
    });
  });
});

describe('the database does not count as unavailable', () => {
  test('when a statement is wrong or breaks a constraint', async () => {
    await withDatabase({}, async (database) => {
      const wrong = database.query('select nothing from nowhere');
      expect(isDatabaseUnavailable(await errorOf(wrong))).toBe(false);
      const refused = database.getRepository(ApiKeyEntity).insert({ hash: Buffer.alloc(1) });
      expect(isDatabaseUnavailable(await errorOf(refused))).toBe(false);
    });
  });

  test.each([[new Error('boom')], [new TypeError('x is not a function')], ['57P01'], [null], [undefined]])(
    'when the error is %p',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false);
    },
  );
});

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}

/** A way to the database's server on which nothing arrives any more while it is silent. */
async function aNetwork(databaseUrl: string): Promise<{ silent: boolean; url: string; close(): void }> {
  const { hostname, port } = new URL(databaseUrl);
  const network = { silent: false, url: '', close: () => undefined as void };
  const sockets = new Set<Socket>();
  const server = await listening(
    createServer((near) => {
      const far = connectTo(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('data', (data) => network.silent || to.write(data));
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
      }
    }),
  );
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${portOf(server)}`;
  network.url = url.href;
  network.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return network;
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  ownerUrl: string;
  appUrl: string;
  /** Looks behind the wall, as the superuser. */
  owner: pg.Client;
  drop(): Promise<void>;
};

/** A fresh, migrated database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = new URL(inject('ownerUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name} template postgres`);

  const ownerUrl = withDatabase(serverUrl, name, 'postgres');
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  return {
    ownerUrl,
    appUrl: withDatabase(serverUrl, name, 'waggle_app'),
    owner,
    async drop() {
      await owner.end();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

function withDatabase(server: URL, database: string, user: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  url.username = user;
  return url.href;
}

async function onServer(url: URL, statement: string): Promise<void> {
  // A template may not be in use: the copy is made from another database, one at a time.
  const client = new pg.Client({ connectionString: withDatabase(url, 'template1', 'postgres') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(20260101)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

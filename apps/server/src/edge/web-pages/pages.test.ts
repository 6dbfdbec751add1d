import { randomUUID } from 'node:crypto';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import type { Claims } from '../../platform/tracking/token.ts';
import type { PublicEmail } from './queries.ts';
import { createWebPages } from './pages.ts';

const email: PublicEmail & { clientMark: Buffer } = {
  subject: 'News',
  html: '<html><body><p>Hello</p></body></html>',
  footer: { organizationName: 'Maple', postalAddress: '1 High Street', language: 'en' },
  links: {},
  clientMark: Buffer.alloc(4),
};

/** A database that answers for one organization when it is told to, and at once for all others. */
function slowFor(organizationId: string) {
  let answer = () => {};
  const told = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  const connection: DatabaseConnection = {
    async executeQuery({ parameters }) {
      if (parameters[0] === organizationId) {
        asked += 1;
        await told;
      }
      return { rows: [email as never] };
    },
    streamQuery: () => {
      throw new Error('Nobody asks for a stream.');
    },
  };
  const edge = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { database: { edge } as unknown as Database, answer, asked: () => asked };
}
const claimsOf = (organizationId: string): Claims => ({
  purpose: 'archive',
  cell: 1,
  organizationId,
  campaignId: randomUUID(),
  sendId: randomUUID(),
  linkNo: 0,
});

test('an organization whose pages are looked at by a crowd leaves places to every other', async () => {
  const [crowded, quiet] = [randomUUID(), randomUUID()];
  const { database, answer, asked } = slowFor(crowded);
  const pages = createWebPages(database, 'http://waggle.test');

  const crowd = Array.from({ length: 60 }, () => pages.public(claimsOf(crowded)));
  const other = await pages.public(claimsOf(quiet));
  answer();
  const shown = await Promise.all(crowd);
  const later = await pages.public(claimsOf(crowded));

  expect(other).toMatchObject({ html: expect.stringContaining('Hello') });
  expect([asked(), shown.filter((page) => page === 'unavailable').length]).toEqual([51, 10]);
  expect(later).toMatchObject({ html: expect.stringContaining('Hello') });
});

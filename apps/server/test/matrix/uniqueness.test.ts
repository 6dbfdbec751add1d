import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from './tenant-fixture.ts';
import type { Guest, TenantFixture } from './tenant.ts';
import { median } from './statistics.ts';

let api: TestApi;
let other: TenantFixture;
let guest: Guest;
beforeAll(async () => {
  api = await startTestApi();
  other = await createTenantFixture(api);
  guest = await enter(api, await createTenantFixture(api), 'ADMIN');
});
afterAll(() => api.close());

const rounds = 60;
/** Milliseconds. */
const noticeable = 5;

type Ask = (round: number) => Promise<unknown>;

/** The smallest of three looks: what can be heard is there in each, what a busy machine adds is not. */
async function gap(known: Ask, fresh: Ask): Promise<number> {
  let smallest = Infinity;
  for (let look = 0; look < 3 && smallest >= noticeable; look += 1)
    smallest = Math.min(smallest, await medianGap((round) => known(look * rounds + round), fresh));
  return smallest;
}

/** Alternates the two, so that a busy machine slows both. */
async function medianGap(known: Ask, fresh: Ask): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, ask] of [known, fresh].entries()) {
      const start = performance.now();
      await ask(round);
      times[at]!.push(performance.now() - start);
    }
  }
  return Math.abs(median(times[0].map((time, at) => time - times[1][at]!)));
}

describe('MT6 what another organization has', () => {
  test('can be had here as well: the same client, invited address, contact and tag', async () => {
    const { rows } = await api.db.owner.query('select name, email from clients where id = $1', [other.clients.x]);

    const client = await guest.request('POST', '/api/clients', rows[0]);
    const colleague = await guest.request('POST', '/api/team/invitations', { email: other.people.USER.email });
    const invited = await api.db.owner.query('select email from invitations where id = $1', [other.ids.invitation]);
    const invitation = await guest.request('POST', '/api/team/invitations', { email: invited.rows[0].email });

    const known = await api.db.owner.query('select email from contacts where id = $1', [other.ids.contact]);
    const contact = await guest.request('POST', '/api/contacts', { ...known.rows[0], clientId: null });
    const label = await api.db.owner.query('select name from tags where id = $1', [other.ids.tag]);
    const tag = await guest.request('POST', '/api/tags', label.rows[0]);

    expect([client, colleague, invitation, contact, tag].map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 201,
    ]);
  });

  test('cannot be heard from the answer to an invitation: same words, same time', async () => {
    const invite = async (email: string) => {
      const answer = await guest.request('POST', '/api/team/invitations', { email });
      const { id: _, email: __, createdAt: ___, expiresAt: ____, ...rest } = answer.body;
      return JSON.stringify([answer.status, rest, Object.keys(answer.headers).sort()]);
    };
    const { rows } = await api.db.owner.query<{ email: string }>(
      `insert into directory.users (organization_id, email, name)
       select $1, 'person' || n || '@' || $2::text || '.example', 'Person' from generate_series(1, $3::int) n returning email`,
      [other.organizationId, other.mark, 3 * rounds],
    );
    const answers = new Set<string>();

    const difference = await gap(
      async (round) => answers.add(await invite(rows[round]!.email)),
      async () => answers.add(await invite(`nobody@${randomBytes(6).toString('hex')}.example`)),
    );

    expect(answers.size).toBe(1);
    expect(difference).toBeLessThan(noticeable);
  });

  test('cannot be heard from the time a client takes to be added', async () => {
    const names = (await api.db.owner.query<{ name: string }>('select name from clients')).rows;
    const add = (name: string) => guest.request('POST', '/api/clients', { name });

    const difference = await gap(
      (round) => add(names[round % names.length]!.name),
      () => add(randomBytes(8).toString('hex')),
    );

    expect(difference).toBeLessThan(noticeable);
  });
});

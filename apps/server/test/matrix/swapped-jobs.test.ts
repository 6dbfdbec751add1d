import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../src/features/accounts/jobs.ts';
import { type DeadLetter, listDeadLetters } from '../../src/platform/jobs/dead-letters.ts';
import { enqueue } from '../../src/platform/jobs/job.ts';
import { deliverEvent } from '../../src/platform/outbox/relay.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from './fingerprint.ts';
import { createTenantFixture } from './tenant-fixture.ts';
import type { TenantFixture } from './tenant.ts';

let api: TestApi;
let [tenant, other] = [] as unknown as [TenantFixture, TenantFixture];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  [tenant, other] = [await createTenantFixture(api), await createTenantFixture(api)];
  await progressAddedUp();
});
afterAll(() => api.close());

const as = ({ organizationId }: { organizationId: string }) => ({
  db: api.database.tenant({ organizationId }),
  organizationId,
});

/** The workers still add up what the fixtures' campaigns did; it must not be taken for what a swapped job touched. */
async function progressAddedUp(): Promise<void> {
  for (;;) {
    const { rows } = await api.db.owner.query('select 1 from campaign_progress_deltas limit 1');
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function deadLetter(organizationId: string, job: string): Promise<DeadLetter> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
    const found = (await listDeadLetters(api.database, { job })).find(
      (letter) => letter.organizationId === organizationId,
    );
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No dead letter of ${job}.`);
}

/** Without jobs, whose own rows are what is being moved. */
async function rowsOf(organizationId: string) {
  const { jobs: _, ...rows } = await fingerprint(api.db.owner, organizationId);
  return rows;
}

describe('MT8 a job whose organization does not fit its rows', () => {
  test('that names an invitation of another organization is given up, mails nobody and touches nothing', async () => {
    const before = [await rowsOf(tenant.organizationId), await rowsOf(other.organizationId)];

    await enqueue(as(tenant), sendInvitation, { invitationId: other.ids.invitation });
    const letter = await deadLetter(tenant.organizationId, sendInvitation.name);

    expect(letter.attempts).toBe(1);
    expect([await rowsOf(tenant.organizationId), await rowsOf(other.organizationId)]).toEqual(before);
    expect(api.mail.mails).toEqual([]);
  });

  test('that names an event of another organization is given up and touches nothing', async () => {
    const { rows } = await api.db.owner.query(
      `insert into outbox_events (organization_id, name, payload) values ($1, 'test.happened', '{}')
       returning id, to_json(created_at) #>> '{}' as created_at`,
      [other.organizationId],
    );
    const before = [await rowsOf(tenant.organizationId), await rowsOf(other.organizationId)];

    const payload = { eventId: rows[0].id, createdAt: rows[0].created_at, subscriber: 'test.happened > nobody' };
    await enqueue(as(tenant), deliverEvent, payload);
    await deadLetter(tenant.organizationId, deliverEvent.name);

    expect([await rowsOf(tenant.organizationId), await rowsOf(other.organizationId)]).toEqual(before);
  });

  test('that names an organization that does not exist is given up at once', async () => {
    const nowhere = randomUUID();

    await enqueue(as({ organizationId: nowhere }), sendInvitation, { invitationId: other.ids.invitation });
    const letter = await deadLetter(nowhere, sendInvitation.name);

    expect(letter).toMatchObject({ attempts: 1, reason: 'The organization of this job does not exist.' });
    expect(api.mail.mails).toEqual([]);
  });
});

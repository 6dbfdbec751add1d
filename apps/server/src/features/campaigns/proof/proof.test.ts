import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { stepsOf } from '../../../../test/sending/steps.ts';
import { campaignsCommand } from '../../../cli/campaigns.ts';
import { verifyProofCommand } from '../../../cli/verify-proof.ts';
import { verifyProof } from './verify-proof.ts';

/** More than two pages of the ledger. */
const people = 11_000;
let api: TestApi;
let admin: ReadyAdmin;
let campaignId: string;
let text: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  const steps = stepsOf(api, admin.user.organizationId);
  await addPeople(api, admin, people);
  const tag = await ask(admin, 'POST', '/api/tags', { name: 'Press', color: '#10B981' });
  const [{ id: pressed }] = (await ask(admin, 'GET', '/api/contacts?limit=1')).items;
  await ask(admin, 'POST', `/api/contacts/${pressed}/tags`, { tagId: tag.id });
  const { id } = await draft(admin, { recipients: { type: 'all', exclude: { tagIds: [tag.id] } } });
  campaignId = id;
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await steps.begin(id);
  await steps.freeze(id);
  await api.db.owner.query(
    `update campaign_sends set state = 'failed', reason = '550 "no", he said' where campaign_id = $1 and contact_id in
       (select contact_id from campaign_sends where campaign_id = $1 order by contact_id limit 3)`,
    [id],
  );
  await steps.finish(id);
  text = (
    await api.app.inject({ url: `/api/campaigns/${id}/proof`, headers: { host: 'waggle.test', cookie: admin.cookie } })
  ).body;
});
afterAll(() => api.close());

async function* linesOf(file: string): AsyncGenerator<string> {
  for (const line of file.split('\n')) yield line;
}

describe('a proof', () => {
  test('is a JSON file that counts everybody once, by state and reason', async () => {
    const proof = JSON.parse(text);

    expect(proof.campaign).toMatchObject({
      id: campaignId,
      status: 'COMPLETED',
      audience: people - 1,
      leftOut: [{ reason: 'excluded', people: 1 }],
    });
    expect(proof.rows).toHaveLength(people - 1);
    expect(new Set(proof.rows.map(({ contactId }: { contactId: string }) => contactId)).size).toBe(people - 1);
    expect(proof.counts).toEqual([
      { state: 'accepted', reason: null, people: people - 4 },
      { state: 'failed', reason: '550 "no", he said', people: 3 },
    ]);
    expect(text).not.toContain('@');
    expect(await verifyProof(linesOf(text))).toMatchObject({ faults: [], counts: proof.counts });
  });

  test('shows every change: a state, a person taken away, one twice, a count, the name', async () => {
    const lines = text.split('\n');
    const changed = (fn: (lines: string[]) => void) => {
      const copy = [...lines];
      fn(copy);
      return verifyProof(linesOf(copy.join('\n'))).then(({ faults }) => faults.length);
    };

    const faults = await Promise.all([
      changed((copy) => (copy[10] = copy[10]!.replace('accepted', 'failed'))),
      changed((copy) => copy.splice(10, 1)),
      changed((copy) => copy.splice(10, 0, copy[10]!)),
      changed((copy) => (copy[10] = copy[10]!.replace('accepted', 'pending'))),
      changed((copy) => (copy[1] = copy[1]!.replace('Spring', 'Summer'))),
      changed((copy) => (copy[copy.length - 2] = copy.at(-2)!.replace('"people":3', '"people":4'))),
    ]);

    for (const found of faults) expect(found).toBeGreaterThan(0);
    await expect(verifyProof(linesOf(lines.slice(0, 500).join('\n')))).rejects.toThrow('not the whole of it');
    await expect(verifyProof(linesOf('{"format":"else"}'))).rejects.toThrow('no proof');
  });

  test('is there once somebody is in the audience', async () => {
    const { id } = await draft(admin);

    expect((await admin.request('GET', `/api/campaigns/${id}/proof`)).status).toBe(409);
  });
});

describe('an operator', () => {
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  const table = vi.spyOn(console, 'table').mockImplementation(() => {});
  afterAll(() => vi.restoreAllMocks());
  const run = async (...args: string[]) => {
    await campaignsCommand(api.config, [...args, '--organization', admin.user.organizationId]);
    return table.mock.lastCall![0] as { id: string; status: string }[];
  };

  test('checks a proof without a database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proof-'));
    writeFileSync(join(folder, 'proof.json'), text);

    await verifyProofCommand(join(folder, 'proof.json'));
    await rm(folder, { recursive: true });

    expect(told.mock.lastCall).toEqual(['The proof is whole.']);
  });

  test('lists, shows, sends, pauses, resumes and cancels by the rules of the screen', async () => {
    const { id } = await draft(admin, { scheduledAt: '2030-01-01T10:00:00Z' });

    const statuses: string[] = [];
    for (const fn of ['show', 'send', 'pause', 'resume', 'cancel']) statuses.push((await run(fn, id))[0]!.status);

    expect(statuses).toEqual(['DRAFT', 'ACTIVE', 'PAUSED', 'ACTIVE', 'COMPLETED']);
    expect((await run('list')).map((campaign) => campaign.id)).toContain(id);
    await expect(run('send', id)).rejects.toThrow('while the campaign is completed');
    await expect(run('pause')).rejects.toThrow('which campaign');
    await expect(run('burn', id)).rejects.toThrow('waggle campaigns');
    await expect(run('settle', id)).rejects.toThrow('--as');
    await expect(campaignsCommand(api.config, ['list'])).rejects.toThrow('--organization');
  });

  test('settles and retries', async () => {
    const contactId = JSON.parse(text).rows[5].contactId;
    await api.db.owner.query(
      `update campaign_sends set state = 'uncertain' where campaign_id = $1 and contact_id = $2`,
      [campaignId, contactId],
    );

    const [settled] = await run('settle', campaignId, contactId, '--as', 'failed');
    const [retried] = await run('retry', campaignId);

    expect(settled).toMatchObject({ status: 'COMPLETED', failed: 4 });
    expect(retried).toMatchObject({ status: 'ACTIVE', failed: 3, pending: 1 });
  });
});

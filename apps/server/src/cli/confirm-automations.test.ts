import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../test/sending/ready-admin.ts';
import { documentOf, enter, publish, resting, waitDays } from '../features/automations/test-harness.ts';
import { reaches, start, waitsInside, writeSequence } from '../features/automations/sequences/test-harness.ts';
import { confirmRestoreCommand } from './confirm-restore.ts';

vi.setConfig({ testTimeout: 120_000 });

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
let tables: Record<string, unknown>[][];
let contactIds: string[];
beforeAll(async () => {
  smtp = await startFakeSmtp();
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api, smtp.port);
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
  contactIds = (await addPeople(api, admin, 2)).map(({ id }) => id);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});
beforeEach(async () => {
  tables = [];
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'table').mockImplementation((rows: Record<string, unknown>[]) => void tables.push(rows));
  await api.db.owner.query(
    `update installation set held_since = now(), held_reason = 'older', restored_to = now() - interval '1 hour'`,
  );
});
afterEach(() => vi.restoreAllMocks());

const journal = (state: 'read' | 'expected') =>
  api.db.owner.query(
    `insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state)
     select epoch, $1, $1, 'worker', 'one', epoch, $2 from installation`,
    [randomUUID(), state],
  );
const confirm = (...more: string[]) => confirmRestoreCommand(api.config, ['--yes', '--by', 'the test', ...more]);
const listed = (id: string) => tables.flat().find((row) => row['automation'] === id);
const read = (id: string) => ask(admin, 'GET', `/api/automations/${id}`);

async function waiting(): Promise<string> {
  const id = await publish(admin, documentOf([waitDays('daysdays', 3)]));
  await enter(admin, id, contactIds.slice(0, 1));
  await resting(admin, id);
  return id;
}

test('P5: people inside automations are listed, and go on when every journal was read', async () => {
  await journal('read');
  const id = await waiting();

  await confirm();

  expect(listed(id)).toMatchObject({ kind: 'automation', state: 'live', inside: 1, 'of them unknown': 0 });
  expect(await read(id)).toMatchObject({ status: 'live', holdReason: null });
});

test('P5: with a journal missing an automation waits until a person resumes it', async () => {
  await journal('expected');
  const id = await waiting();
  const closing = await waiting();
  await ask(admin, 'PUT', `/api/automations/${closing}/status`, { status: 'closing' });

  await confirm();
  const held = await read(id);
  await ask(admin, 'PUT', `/api/automations/${id}/status`, { status: 'live', overdue: 'go-on' });
  await ask(admin, 'PUT', `/api/automations/${closing}/status`, { status: 'closing', overdue: 'go-on' });

  expect(listed(id)).toMatchObject({ 'of them unknown': 1 });
  expect(held).toMatchObject({ status: 'live', holdReason: 'restored' });
  expect(await read(id)).toMatchObject({ status: 'live', holdReason: null });
  expect(await read(closing)).toMatchObject({ status: 'closing', holdReason: null });
});

test('P5: with a journal missing a sequence waits until a person resumes it, and then everybody gets the rest', async () => {
  const id = await writeSequence(admin, { recipients: { type: 'segments', contactIds } });
  await start(admin, id);
  await waitsInside(admin, id, 2);
  const sent = smtp.received.length;
  await journal('expected');

  await confirm();
  const behind = await read(id);
  const campaign = await ask(admin, 'GET', `/api/campaigns/${id}`);
  await ask(admin, 'PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' });
  await reaches(admin, id, 'ACTIVE');

  expect(listed(id)).toMatchObject({ kind: 'sequence', inside: 2, 'of them unknown': 2 });
  expect(behind.status).toBe('paused');
  expect(campaign).toMatchObject({ status: 'PAUSED', holdReason: 'restored' });
  await vi.waitFor(async () => expect((await read(id)).status).toBe('live'), { timeout: 60_000, interval: 100 });
  expect(smtp.received).toHaveLength(sent);
});

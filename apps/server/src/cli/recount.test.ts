import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { recountTotals } from '../features/analytics/index.ts';
import { backgroundContext } from '../platform/background-context.ts';
import {
  createDeliveryEventsHarness,
  type DeliveryEventsHarness,
  eventOf,
  type Mailed,
} from '../features/campaigns/delivery-events/test-harness.ts';
import { foldAll } from '../features/campaigns/progress/fold.ts';
import { metric } from '../features/engagement/index.ts';
import { loadConfig } from '../platform/config.ts';
import { recountCommand } from './recount.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());
afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
});

const fold = () => foldAll(harness.database, new AbortController().signal);

/** An organization with a client, contacts, an active campaign, a form and scans, all of them counted. */
async function busyOrganization(): Promise<Mailed> {
  const clientId = crypto.randomUUID();
  const mailed = await harness.mailed(4, { clientId });
  const { organizationId } = mailed;
  await harness.owner.query('update campaign_sends set sent_at = now() where organization_id = $1', [organizationId]);
  await harness.owner.query(
    `insert into forms (organization_id, name, draft, published_version) values ($1, 'Club', '{}', 1)`,
    [organizationId],
  );
  await harness.owner.query(
    `insert into engagement_events (organization_id, happened_at, id, client_id, kind, subject_id, label, label_reason, rule_version, first_of_day, device)
     select $1, now() - i * interval '1 hour', new_id(), $2, 'scanned', new_id(), 'human', 'person', 1, true, 'phone' from generate_series(1, 30) i`,
    [organizationId, clientId],
  );
  await harness.owner.query(
    `select add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric::smallint), array_agg(happened_at), array_agg(1::bigint))
     from engagement_events cross join (values (1), (2)) line (metric) where organization_id = $1 and kind = 'scanned'`,
    [organizationId],
  );
  await harness.deliver([eventOf(mailed, 'open', { sendId: mailed.sends[0]!.sendId })]);
  await harness.drain();
  await harness.owner.query(`update contacts set status = 'unsubscribed' where organization_id = $1 and id = $2`, [
    organizationId,
    mailed.sends[1]!.contactId,
  ]);
  await fold();
  return mailed;
}

const totalsOf = ({ organizationId }: Mailed) =>
  harness.rows(
    `select client_id, metric, unit, at, total from metric_totals where organization_id = $1 and total <> 0 order by 1, 2, 3, 4`,
    organizationId,
  );

const recount = ({ organizationId }: Mailed, repair: boolean) =>
  recountTotals(backgroundContext(harness.database, organizationId, 'test'), { repair });

const wrongIn = ({ checks }: Awaited<ReturnType<typeof recount>>) =>
  checks.filter(({ wrong }) => wrong > 0).map((check) => check.metric);

test('every total equals its sources, and after any damage a repair restores it', async () => {
  const mailed = await busyOrganization();
  const before = await totalsOf(mailed);
  expect(await recount(mailed, true)).toMatchObject({ wrongCohorts: 0, hasUnkept: false });
  expect(await totalsOf(mailed)).toEqual(before);

  const { contactsCreated, firstOpens } = metric.total;
  const { scans, newVisitors } = metric.scan;
  const rows = [scans, newVisitors, contactsCreated, firstOpens, ...Object.values(metric.sentEmail)];
  for (const damage of [
    'update metric_totals set total = total + 3 where organization_id = $1 and metric = any($2)',
    'delete from metric_totals where organization_id = $1 and metric = any($2)',
    `update metric_totals set at = at - interval '3 days' where organization_id = $1 and metric = any($2) and unit = 'quarter'`,
  ]) {
    await harness.owner.query(damage, [mailed.organizationId, rows]);
    const wrong = wrongIn(await recount(mailed, false));
    expect(wrong).toEqual(expect.arrayContaining([1, 2, 40, 50, 51, 52, 55, 62]));
    expect(wrongIn(await recount(mailed, true))).toEqual(wrong);
    await fold();
    expect(wrongIn(await recount(mailed, false))).toEqual([]);
    expect(await totalsOf(mailed)).toEqual(before);
  }
});

test('changes come to what there is, and a repair adds what they lack as of now', async () => {
  const mailed = await busyOrganization();
  const { organizationId } = mailed;
  await harness.owner.query('update metric_totals set total = total + 2 where organization_id = $1 and metric = 42', [
    organizationId,
  ]);
  await harness.owner.query('delete from metric_totals where organization_id = $1 and metric = any($2)', [
    organizationId,
    [41, 44, 45],
  ]);

  const found = await recount(mailed, true);

  expect(wrongIn(found)).toEqual([41, 43, 44, 45]);
  expect(found.checks.find(({ metric }) => metric === 41)).toMatchObject({ by: 'changes', difference: 4 });
  expect(found.checks.find(({ metric }) => metric === 43)).toMatchObject({ difference: 2 });
  expect(wrongIn(await recount(mailed, false))).toEqual([]);
});

test('emails are counted from the ledger, and those whose ledger is gone are left alone', async () => {
  const mailed = await busyOrganization();
  const old = await harness.owner.query<{ id: string }>(
    `insert into campaigns (organization_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at)
     values ($1, 'Old', 'COMPLETED', 'Hi', '{}', '{}', '{}', '2020-01-01', '2020-01-05') returning id`,
    [mailed.organizationId],
  );
  await harness.owner.query(
    `insert into campaign_cohorts (organization_id, campaign_id, quarter, sent) values ($1, $2, '2020-01-05', 9)`,
    [mailed.organizationId, old.rows[0]!.id],
  );
  await fold();
  const before = await totalsOf(mailed);
  await harness.owner.query('delete from campaign_cohorts where campaign_id = $1', [mailed.campaignId]);

  expect(await recount(mailed, true)).toMatchObject({ wrongCohorts: 1, hasUnkept: true });
  await fold();

  expect(await recount(mailed, true)).toMatchObject({ wrongCohorts: 0, hasUnkept: true });
  expect(await totalsOf(mailed)).toEqual(before);
});

test('two repairs at once add what is missing once', async () => {
  const mailed = await busyOrganization();
  const before = await totalsOf(mailed);
  await harness.owner.query('delete from metric_totals where organization_id = $1 and metric = 40', [
    mailed.organizationId,
  ]);

  await Promise.all([recount(mailed, true), recount(mailed, true)]);

  expect(await totalsOf(mailed)).toEqual(before);
});

test('the command says for each total whether it is equal, and fails where it is not', async () => {
  const mailed = await busyOrganization();
  await harness.owner.query('update metric_totals set total = total + 1 where organization_id = $1 and metric = 1', [
    mailed.organizationId,
  ]);
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const table = vi.spyOn(console, 'table').mockImplementation(() => {});
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const lastLine = () => String(log.mock.lastCall?.[0]);

  await recountCommand(config, ['--organization', mailed.organizationId]);
  expect([lastLine(), process.exitCode]).toEqual([
    'The totals of 1 organizations differ. Add --repair to write what is missing.',
    1,
  ]);
  expect(table.mock.lastCall?.[0]).toContainEqual(
    expect.objectContaining({ metric: 'scan.scans', 'checked by': 'rows', result: 'different' }),
  );
  expect(table.mock.lastCall?.[0]).toContainEqual(
    expect.objectContaining({ metric: 'total.contactsLeft', 'checked by': 'changes', result: 'equal' }),
  );
  await recountCommand(config, ['--organization', mailed.organizationId, '--repair']);
  expect(lastLine()).toBe('Repaired the totals of 1 organizations.');
  await recountCommand(config, ['--organization', mailed.organizationId]);
  expect(lastLine()).toBe('Every total is what the rows say.');
  await expect(recountCommand(config, ['--organization', 'mine'])).rejects.toThrow('waggle recount');
});

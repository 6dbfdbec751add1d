// Faults of people: they pause, cancel, delete, come too late or press Send twice.
import { setTimeout as pause } from 'node:timers/promises';
import { cancelCampaign, changeStatus, sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { type Mailed, until } from './send-harness.ts';
import { sendIdOf } from './send-invariants.ts';
import { leaveWhileSending } from './send-opt-outs.ts';
import { type Fault, forget, isCompleted, type Scene, send } from './send-play.ts';

/** DATA phases that may be open at once: workers times connections. */
const open = 20;

export const ruleFaults: Fault[] = [
  { name: 'F09 paused and resumed 50 times', act: pauseOften },
  { name: 'F11 cancelled at half', act: cancelAtHalf },
  { name: 'F03 Send pressed five times while connections die', start: sendOften },
  {
    name: 'F04 kill -9 while the audience is frozen',
    people: 30_000,
    start: send,
    act: killFreeze,
    uncertain: open,
  },
  { name: 'F08 four workers, five campaigns due at once', act: startTogether },
  { name: 'F34 schedules missed by 5 minutes, 2 hours and 3 days', people: 50, start: missSchedule, act: missLonger },
  {
    name: 'F35 edited and deleted while sending',
    act: editAll,
    expect: ({ fakeSmtp }) =>
      fakeSmtp.received.every(({ raw }) => /^subject: hello\r$/im.test(raw))
        ? []
        : ['a mail says what was written after the start'],
  },
  { name: 'F35 the organization is deleted while sending', act: deleteOther },
  leaveWhileSending,
];

async function pauseOften({ harness, fakeSmtp, random, reached, ...mailed }: Scene): Promise<string[]> {
  const ctx = harness.contextOf(mailed);
  await reached(0.05);
  let most = 0;
  for (let time = 0; time < 50 && !(await isCompleted(harness, mailed)); time += 1) {
    await pause(random() * 60);
    const paused = await changeStatus(harness.campaigns, ctx, mailed.campaignId, { status: 'PAUSED' }).catch(
      () => null,
    );
    if (!paused) continue;
    const before = fakeSmtp.received.length;
    await pause(random() * 100);
    most = Math.max(most, fakeSmtp.received.length - before);
    await changeStatus(harness.campaigns, ctx, mailed.campaignId, { status: 'ACTIVE' });
  }
  return most > open ? [`${most} mails arrived after a pause`] : [];
}

async function cancelAtHalf({ harness, fakeSmtp, reached, ...mailed }: Scene): Promise<string[]> {
  const ctx = harness.contextOf(mailed);
  await reached(0.5);
  const asked = performance.now();
  await cancelCampaign(ctx, mailed.campaignId);
  const before = fakeSmtp.received.length;
  await until('the end after a cancel', () => isCompleted(harness, mailed), 10);
  const seconds = (performance.now() - asked) / 1_000;
  const resumed = await changeStatus(harness.campaigns, ctx, mailed.campaignId, { status: 'ACTIVE' }).then(
    () => true,
    () => false,
  );
  return [
    ...(seconds > 5 ? [`it took ${seconds.toFixed(1)} s to stop`] : []),
    ...(fakeSmtp.received.length - before > open ? ['mails went on after the cancel'] : []),
    ...(resumed ? ['it could be resumed'] : []),
  ];
}

/** Send and its job stand in one transaction: cut anywhere, there are both or none, and pressing again is safe. */
async function sendOften({ harness, random, ...mailed }: Scene): Promise<void> {
  const ctx = harness.contextOf(mailed);
  for (let round = 0; round < 5; round += 1) {
    const press = () => sendCampaign(harness.campaigns, ctx, mailed.campaignId);
    const pressed = Promise.allSettled(Array.from({ length: 5 }, press));
    await pause(random() * 30);
    await harness.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app'`);
    await pressed;
  }
  await sendCampaign(harness.campaigns, ctx, mailed.campaignId).catch(() => {});
}

async function killFreeze({ harness, random, ...mailed }: Scene): Promise<string[]> {
  const ledger = async (what: string) =>
    (
      await harness.owner.query<{ is: boolean }>(`select ${what} as is from campaigns where id = $1`, [
        mailed.campaignId,
      ])
    ).rows[0]!.is;
  await until('the freeze to begin', () => ledger('frozen_through is not null or audience is not null'));
  await pause(random() * 500);
  await Promise.all([harness.workers.kill(0), harness.workers.kill(1)]);
  await until('the freeze to end', () => ledger('audience is not null'), 60);
  const whole = await ledger('audience = 30000');
  await cancelCampaign(harness.contextOf(mailed), mailed.campaignId);
  return whole ? [] : ['the frozen audience is not everybody'];
}

async function startTogether({ harness, fakeSmtp }: Scene): Promise<string[]> {
  const more: Mailed[] = [];
  for (let at = 0; at < 5; at += 1) more.push(await harness.draft(await harness.organization(40, fakeSmtp.port)));
  await Promise.all([harness.workers.kill(0), harness.workers.kill(1)]);
  await harness.owner.query(`update campaigns set status = 'ACTIVE', scheduled_at = now() where id = any($1)`, [
    more.map(({ campaignId }) => campaignId),
  ]);
  await harness.workers.keep(4);
  await until('all five', async () => (await Promise.all(more.map((one) => isCompleted(harness, one)))).every(Boolean));
  await harness.workers.keep(2);
  const { rows } = await harness.owner.query<{ people: number }>(
    `select count(*)::int as people from campaign_sends where campaign_id = any($1) and state in ('accepted', 'uncertain')`,
    [more.map(({ campaignId }) => campaignId)],
  );
  const wrong = rows[0]!.people === 200 ? [] : [`${rows[0]!.people} of 200 were sent`];
  // The fake SMTP server's own count is about the campaign that ran before; those of the five are taken out of it.
  const { rows: ids } = await harness.owner.query<{ id: string }>(
    `select id from campaign_sends where campaign_id = any($1)`,
    [more.map(({ campaignId }) => campaignId)],
  );
  const own = new Set(ids.map(({ id }) => id));
  const theirs = fakeSmtp.received.filter((mail) => own.has(sendIdOf(mail)));
  forget(fakeSmtp, theirs);
  return theirs.length > 200 ? [...wrong, 'somebody got it twice'] : wrong;
}

const miss = ({ harness, campaignId }: Pick<Scene, 'harness' | 'campaignId'>, by: string) =>
  harness.owner.query(`update campaigns set status = 'ACTIVE', scheduled_at = now() - $2::interval where id = $1`, [
    campaignId,
    by,
  ]);

async function missSchedule(scene: Scene): Promise<void> {
  await miss(scene, '5 minutes');
}

async function missLonger({ harness, fakeSmtp }: Scene): Promise<string[]> {
  const wrong: string[] = [];
  for (const by of ['2 hours', '3 days']) {
    const late = await harness.draft(await harness.organization(5, fakeSmtp.port));
    await miss({ harness, ...late }, by);
    await until(
      `a campaign late by ${by} to be held`,
      async () => {
        const { rows } = await harness.owner.query(
          `select from campaigns where id = $1 and status = 'PAUSED' and hold_reason = 'missed-schedule'`,
          [late.campaignId],
        );
        return rows.length === 1;
      },
      15,
    ).catch((error: Error) => wrong.push(error.message));
  }
  return wrong;
}

async function editAll({ harness, reached, organizationId, campaignId }: Scene): Promise<string[]> {
  await reached(0.3);
  await harness.owner.query(
    `update campaigns set subject = 'Changed', content = '{"html":"Changed","text":""}' where id = $1`,
    [campaignId],
  );
  await harness.owner.query(`update senders set from_name = 'Changed' where organization_id = $1`, [organizationId]);
  const { rows } = await harness.owner.query(
    `delete from contacts where organization_id = $1 and id in (select contact_id from campaign_sends
       where organization_id = $1 and state = 'pending' order by contact_id desc limit 20) returning id`,
    [organizationId],
  );
  await until('the end', () => isCompleted(harness, { organizationId, campaignId }));
  const { rows: left } = await harness.owner.query(
    `select from campaign_sends where organization_id = $1 and contact_id = any($2) and (state <> 'suppressed' or reason <> 'deleted')
       and state not in ('accepted')`,
    [organizationId, rows.map((row: { id: string }) => row.id)],
  );
  return left.length > 0 ? [`${left.length} deleted readers have another end`] : [];
}

async function deleteOther({ harness, fakeSmtp }: Scene): Promise<string[]> {
  const gone = await harness.draft(await harness.organization(500, fakeSmtp.port));
  await sendCampaign(harness.campaigns, harness.contextOf(gone), gone.campaignId);
  const domain = `@${gone.organizationId.slice(0, 8)}.example>`;
  const theirs = () => fakeSmtp.received.filter(({ messageId }) => messageId.endsWith(domain));
  await until('its first mails', () => theirs().length > 50);
  await harness.owner.query('delete from organizations where id = $1', [gone.organizationId]);
  const deleted = Date.now();
  await pause(3_000);
  const late = theirs().filter(({ at }) => at > deleted + 1_000).length;
  forget(fakeSmtp, theirs());
  return late > 0 ? [`${late} mails of a deleted organization arrived a second later`] : [];
}

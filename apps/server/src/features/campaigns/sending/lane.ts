import { clientMarkOf } from '#platform/tracking/opt-out-token.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import type { Lines } from './lines.ts';
import type { Mailroom, Task } from './mailroom.ts';
import type { SendingMetrics } from './metrics.ts';
import { type Outcome, outcomeOf, type Outlet, type SmtpError, unreached } from './outcome.ts';
import type { Result } from './queries.ts';
import { verdictOn } from './verdict.ts';

export type SendStage = 'claimed' | 'rendered' | 'offering' | 'answered' | 'settled';

export type LaneHooks = {
  /** Told of every outcome before it is written: bounces suppress, refusals slow down. */
  onOutcome(desk: CampaignDesk, task: Task, outcome: Outcome): Promise<void>;
  /** Fault tests stop the process here; nobody else listens. */
  atStage?: (stage: SendStage, contactId: string) => Promise<void>;
};

type Lane = { room: Mailroom; lines: Lines; hooks: LaneHooks; metrics: SendingMetrics };

/**
 * One mail after the other; a worker has as many lanes as it keeps connections. The dot of a mail is given only after
 * the answer to the one before is written, so a killed worker leaves one mail in doubt for each lane and never more. A
 * desk writes in order: there it is enough that the answer was handed in first, and both go in one commit.
 */
export async function runLane({ room, lines, hooks, metrics }: Lane): Promise<void> {
  let last: { desk: CampaignDesk; filed: Promise<unknown>; written: Promise<unknown> } | undefined;
  for (let task = await room.next(); task; task = await room.next()) {
    const before = last?.desk === task.desk ? last.filed : last?.written;
    const outcome = await attempt(task, { lines, hooks, before });
    room.done(task, outcome.kind !== 'unreached');
    const verdict = verdictOn(task.row, outcome);
    if (verdict) metrics.mails(verdict.state);
    const filed = hooks.onOutcome(task.desk, task, outcome);
    const written = Promise.all([last?.written, filed.then(() => conclude(task, verdict, hooks))]);
    last = { desk: task.desk, filed, written };
  }
  await last?.written;
}

type Attempt = { lines: Lines; hooks: LaneHooks; before: Promise<unknown> | undefined };

async function attempt(task: Task, { lines, hooks, before }: Attempt): Promise<Outcome> {
  const { exit } = task.desk;
  let line: Outlet;
  try {
    line = await lines.take(exit);
  } catch (error) {
    return unreached(error as SmtpError);
  }
  try {
    return await send(task, line, { ...hooks, before });
  } catch (error) {
    return outcomeOf(error as SmtpError, false);
  } finally {
    lines.giveBack(exit, line);
  }
}

async function send(
  { desk, row }: Task,
  line: Outlet,
  { atStage, before }: LaneHooks & { before: Promise<unknown> | undefined },
): Promise<Outcome> {
  await atStage?.('claimed', row.contactId);
  const hashed = { addressHash: row.addressHash, clientMark: clientMarkOf(row.clientId) };
  const mail = desk.mailing.compose({ ...row, hashed });
  await atStage?.('rendered', row.contactId);
  const outcome = await line.deliver({ from: mail.envelopeFrom, to: row.email }, mail.message, async () => {
    await before;
    // Without a ledger there is no dot. Had the commit got through after all, giving the row back undoes it.
    const given = await desk.offer(row);
    if (given) await atStage?.('offering', row.contactId);
    return given;
  });
  await atStage?.('answered', row.contactId);
  return outcome;
}

async function conclude({ desk, row }: Task, verdict: Result | null, hooks: LaneHooks): Promise<void> {
  await (verdict ? desk.settle(verdict) : desk.giveBack(row));
  await hooks.atStage?.('settled', row.contactId);
}

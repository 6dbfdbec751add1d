import type { Heartbeats } from '#platform/heartbeats.ts';
import type { Log } from '#platform/log.ts';
import { suppressMany } from '#features/contacts/index.ts';
import type { Campaigns } from '../parts.ts';
import { startDue } from '../start-due/start-due.ts';
import { createBatcher } from './batcher.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import { every } from './every.ts';
import { hold, watchGates } from './gates/gates.ts';
import type { LaneHooks } from './lane.ts';
import type { Task } from './mailroom.ts';
import { openDesk } from './open-desk.ts';
import { isDeadMailbox, isSenderUntrusted, type Outcome } from './outcome.ts';
import { Pace } from './pace/pace.ts';
import { type Sending, startSending } from './sending.ts';
import { untilWritten } from './until-written.ts';

/** Milliseconds between two looks for schedules that are due, and between two at how readers take it. */
const lookMs = { due: 1_000, gates: 5_000 };
/** Seconds after which a loop is stuck. Reading how a week was taken may need 30 for each organization, and pauses as long. */
const stuckSeconds = { due: 120, gates: 1_800 };

/** The part of a worker that sends campaigns: starts what is due and sends what is started. */
export function startCampaigns(
  campaigns: Campaigns,
  log: Log,
  { atStage, heartbeats }: { atStage?: LaneHooks['atStage'] | undefined; heartbeats?: Heartbeats } = {},
): Sending {
  const { database, config } = campaigns.settings;
  const pace = new Pace();
  const due = every(lookMs.due, log, (signal) => startDue(database, signal), {
    beat: heartbeats?.loop('sending due', stuckSeconds.due),
  });
  const sending = startSending({
    database,
    heartbeats,
    log,
    pace,
    lanes: config.SENDING_CONNECTIONS,
    leaseSeconds: config.SENDING_LEASE_SECONDS,
    openDesk: (live) => openDesk(campaigns, live, log),
    hooks: { onOutcome: (desk, task, outcome) => learn(pace, desk, task, outcome), ...(atStage && { atStage }) },
  });
  const gates = every(lookMs.gates, log, () => watchGates(sending.desks(), log), {
    mayRest: true,
    beat: heartbeats?.loop('sending gates', stuckSeconds.gates),
  });
  return {
    desks: () => sending.desks(),
    async stop() {
      await Promise.all([due.stop(), gates.stop(), sending.stop()]);
    },
  };
}

/** Refusals in a row that speak of us before the campaign is held: one alone may be a server in a bad mood. */
const mostRefusals = 5;

async function learn(pace: Pace, desk: CampaignDesk, { row }: Task, outcome: Outcome): Promise<void> {
  // What a budget learns may be lost, so nobody waits for it.
  void pace.learn(desk, row.receiver, outcome).catch(() => {});
  if (outcome.kind === 'accepted') desk.refusals = 0;
  const problem = problemOf(outcome);
  if (problem) {
    desk.refusals += 1;
    if (isCertain.has(problem) || desk.refusals >= mostRefusals) await holdUntilWritten(desk, problem);
  }
  if (outcome.kind === 'refused' && isDeadMailbox(outcome)) await neverAgain(desk, row.email);
}

/** Said by one refusal as surely as by five. */
const isCertain = new Set(['sender-untrusted', 'connection-blocked']);

/** What is wrong with the sender or the connection, and so with every mail of the campaign. */
function problemOf(outcome: Outcome): string | null {
  if (outcome.kind === 'unreached' && outcome.isBlocked) return 'connection-blocked';
  if (outcome.kind === 'unreached') return outcome.code >= 500 ? 'connection-refused' : null;
  if (outcome.kind !== 'refused' || outcome.passing) return null;
  if (isSenderUntrusted(outcome.answer)) return 'sender-untrusted';
  return outcome.stage === 'sender' ? 'sender-refused' : null;
}

/** A mailbox that does not exist is not written to again, by any campaign. Those that come together are written together. */
function neverAgain(desk: CampaignDesk, address: string): Promise<void> {
  const known =
    bounces.get(desk) ?? createBatcher((addresses: string[]) => suppressAll(desk, addresses), { atMost: 500 });
  bounces.set(desk, known);
  return known.add(address);
}
const bounces = new WeakMap<CampaignDesk, { add(address: string): Promise<void> }>();

async function suppressAll({ ctx, log, ledger: { campaignId } }: CampaignDesk, addresses: string[]): Promise<void[]> {
  const cause = { reason: 'bounced', source: 'smtp', sourceId: campaignId } as const;
  await untilWritten(addresses, {
    write: (some) => suppressMany(ctx, 'email', some, cause),
    what: 'the suppression of a bounced address',
    log,
    name: () => ({ campaignId }),
  });
  return addresses.map(() => undefined);
}

const holdUntilWritten = (desk: CampaignDesk, problem: NonNullable<ReturnType<typeof problemOf>>): Promise<void> =>
  untilWritten([problem], {
    write: () => hold(desk, problem),
    what: 'the hold of a campaign',
    log: desk.log,
    name: () => ({ campaignId: desk.ledger.campaignId, problem }),
  });

import type { ScheduleChoice } from '@waggle/contracts/organization';
import type { Context } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { Problem } from '#platform/problem.ts';
import type { ServedAccounts } from '../accounts.ts';
import { organizationZoneChanged } from '../events.ts';
import { wholeOrganization } from '../whole-organization.ts';
import type { ScheduleOwner, ZoneMove } from './schedule-owner.ts';

export async function countSchedules(accounts: ServedAccounts, ctx: Context) {
  const wide = wholeOrganization(accounts, ctx);
  const counts = { campaigns: 0, reports: 0 };
  for (const { kind, count } of accounts.scheduleOwners) counts[kind] += await count(wide);
  return counts;
}

/** In the transaction that has changed the zone. Nothing that is scheduled moves, or stays, because nobody was asked. */
export async function followZone(
  owners: readonly ScheduleOwner[],
  ctx: Context,
  { from, to }: ZoneMove,
  choice: ScheduleChoice | undefined,
): Promise<void> {
  if (choice === undefined) await refuseOpenSchedules(owners, ctx);
  for (const owner of owners) await owner.followClock?.(ctx, { from, to });
  if (choice === 'keep-clock') for (const owner of owners) await owner.keepClock?.(ctx, { from, to });
  await emit(ctx, organizationZoneChanged, { timezone: to, ...(choice && { schedules: choice }) });
}

async function refuseOpenSchedules(owners: readonly ScheduleOwner[], ctx: Context): Promise<void> {
  for (const { count } of owners) if ((await count(ctx)) > 0) throw choiceRequired();
}

function choiceRequired(): Problem {
  const message = 'Choose what happens to scheduled campaigns and reports.';
  return new Problem('invalid_input', message, { fields: { schedules: message } });
}

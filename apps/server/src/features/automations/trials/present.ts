import type { BackTest, BackTestResult, TrialPerson } from '@waggle/contracts/automation-trials';
import type { Context } from '#platform/context.ts';
import type { AutomationRow } from '../queries.ts';
import { findPeople, type PersonRow, type TrialRow } from './queries.ts';

export async function presentTrial(ctx: Context, row: TrialRow, automation: AutomationRow): Promise<BackTest> {
  const figures = row.result as unknown as Omit<BackTestResult, 'people'> | null;
  const people = figures ? (await findPeople(ctx, row.id)).map(presentPerson) : [];
  const { draft_no, live_version } = automation;
  return {
    id: row.id,
    of: row.tried as BackTest['of'],
    days: row.days,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state as BackTest['state'],
    progress: row.people === null ? null : { done: row.done, of: row.people },
    assumed: { openRate: share(row.open_rate), clickRate: share(row.click_rate) },
    isOutdated: row.tried_no !== (row.tried === 'draft' ? draft_no : live_version),
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    result: figures && { ...figures, people },
  };
}

/** Kept as a float of four bytes, which says 0.423999. */
const share = (rate: number): number => Math.round(rate * 10_000) / 10_000;

export const presentPerson = ({ enteredAt, ended, ...person }: PersonRow): TrialPerson => ({
  ...person,
  enteredAt: enteredAt.toISOString(),
  end: ended,
});

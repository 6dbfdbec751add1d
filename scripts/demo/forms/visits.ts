import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countProgress } from '../../../apps/server/src/edge/forms/progress.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openInbox } from '../../../apps/server/src/platform/inbox/append.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { chancesOf } from '../readers.ts';
import { timeOf } from '../scans.ts';
import { seenBy, seenByAll, type ShownForm } from './visitors.ts';

/** How far one visitor came; nobody began who reached no field. */
type Visit = { at: number; reached: string[] };

const dayMs = 86_400_000;
/** In a thousand of those who leave: who wrote something before. */
const beginners = 430;

/** Everybody who opened a form, also who left: counted by the edge's own counter, day by day, and told through the inbox. */
export async function countVisits(database: Database, forms: readonly ShownForm[], now: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-demo-visits-'));
  const inbox = await openInbox(database, folder, createLog({ LOG_LEVEL: 'warn' }, 'demo'));
  let clock = now;
  const progress = countProgress(inbox, () => clock);
  for (const form of forms) {
    for (const [day, visits] of Map.groupBy(visitsOf(form, now), ({ at }) => Math.floor(at / dayMs))) {
      clock = day * dayMs + dayMs / 2;
      for (const { reached } of visits) {
        progress.view(form, form.version);
        if (reached.length > 0) progress.start(form, form.version);
        progress.reach(form, form.version, reached);
      }
      progress.flush();
    }
  }
  progress.close();
  await inbox.close();
  rmSync(folder, { recursive: true, force: true });
}

export const viewsOf = ({ plan, senders: [first, ...rest] }: ShownForm): number => {
  const people = [first!, ...rest].filter(({ isSpam }) => !isSpam).length;
  // A few hundredths more or less for each company.
  return Math.round((people * 100) / (plan.completion + (chancesOf(first!.name)(0) % 13) - 6));
};

function visitsOf(form: ShownForm, now: number): Visit[] {
  const { plan, senders } = form;
  const people = senders.filter(({ isSpam }) => !isSpam);
  const fields = seenByAll(plan);
  const leavers = Array.from({ length: viewsOf(form) - people.length }, (_, at): Visit => {
    // By what is the same in every demo: by the id of the form, in one demo of three nobody left some form without a word.
    const name = `${senders[0]!.name} leaves ${at}`;
    const chance = chancesOf(name);
    // Of those who begin, most leave at the first fields.
    const until = 1 + Math.floor((fields.length - 1) * (chance(1) / 1_000) ** 1.6);
    return { at: timeOf(name, now), reached: chance(0) < beginners ? fields.slice(0, until) : [] };
  });
  return [...people.map(({ at, answers }) => ({ at, reached: seenBy(plan, answers) })), ...leavers];
}

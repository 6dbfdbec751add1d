// People inside an automation of three emails, a crash, and the backup of before: nobody gets an email twice by itself, nobody misses one
// without being named as uncertain, and who left gets no more.
import { setTimeout as pause } from 'node:timers/promises';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import { emails, letIn, type Parts, resume } from './restore-automation-people.ts';
import { passTime } from './pass-time.ts';
import * as acts from './restore-drill.ts';
import { leaving } from './restore-people.ts';
import { until } from './send-harness.ts';

export async function playAutomation(parts: Parts, say: (what: string) => void) {
  const { scene } = parts;
  const { drill, automationId } = await letIn(parts);
  say('everybody is inside');
  const backedUp = await acts.backUp(drill);
  say(`backed up, ${backedUp} emails have been sent`);
  drill.think(acts.pace.quick);
  await until('the first emails', () => received(drill) >= scene.people * 0.6, 300);
  const leavers = await leave(drill, backedUp);
  await passAnHour(drill);
  const secondOnes = () => acts.receivedOf(drill).filter((mail) => subjectOf(mail) === emails[1]).length;
  await until('some of the second emails', () => secondOnes() >= scene.people * 0.2, 300);
  const crashed = await acts.crash(drill, 0);
  say(`everything is dead, ${crashed} emails have been sent, ${secondOnes()} of them the second one`);

  const server = await acts.restore(drill);
  try {
    await acts.startHeld(drill);
    await pause(scene.watchSeconds * 1_000);
    const isUnknown = scene.lost.length > 0;
    const whileHeld = received(drill) - crashed;
    say(await acts.confirm(drill));
    // Without the journals nobody knows who got an email after the backup: it waits for a person, who accepts that some get it again.
    if (isUnknown) await pause(scene.watchSeconds * 1_000);
    const byItself = isUnknown ? received(drill) - crashed : whileHeld;
    const wasHeld = await resume({ drill, automationId });
    await untilEverybodyIsOut(drill);
    const { uncertain, lost } = await missing(drill, leavers);
    const after = acts.receivedOf(drill).slice(crashed);
    const left = new Set(leavers.map(({ to }) => to));
    const again = twice(acts.receivedOf(drill));
    const wrong = {
      by_itself: byItself,
      not_held: Number(wasHeld !== isUnknown),
      lost,
      ...(!isUnknown && { doubled: again }),
      to_leavers: after.filter(({ to }) => left.has(to)).length,
    };
    return {
      values: {
        sent_before_backup: backedUp,
        sent_after_backup: crashed - backedUp,
        uncertain,
        ...(isUnknown && { again_after_resume: again }),
        ...wrong,
      },
      ok: Object.values(wrong).every((count) => count === 0),
    };
  } finally {
    await server.destroy();
  }
}

const received = (drill: acts.Drill): number => acts.receivedOf(drill).length;
const subjectOf = ({ raw }: Judged): string => /^subject: *(.*)$/im.exec(raw)?.[1]?.trim() ?? '';

/** Half of them by an email of before the backup, half by a later one. */
async function leave(drill: acts.Drill, backedUp: number): Promise<Judged[]> {
  const half = leaving / 2;
  const mails = acts.receivedOf(drill);
  const leavers = [...mails.slice(0, half), ...mails.slice(backedUp, backedUp + half)];
  const answers = await Promise.all(leavers.map((mail) => acts.leave(drill, mail)));
  const refused = answers.filter((status) => status >= 300);
  if (refused.length > 0) throw new Error(`${refused.length} opt-outs were answered ${refused[0]}`);
  return leavers;
}

const passAnHour = ({ harness: { owner } }: acts.Drill) => passTime(owner, 60);

async function untilEverybodyIsOut(drill: acts.Drill): Promise<void> {
  const { owner } = drill.harness;
  const isOver = async () => {
    await passAnHour(drill);
    const { rows } = await owner.query<{ left: number }>(
      `select (select count(*) from automation_runs)::int +
         (select count(*) from campaign_sends where state in ('pending', 'claimed', 'offering'))::int as left`,
    );
    return rows[0]!.left === 0;
  };
  await until('everybody to get out', isOver, 300, 1_000);
}

/** Emails nobody got and nobody names as uncertain, of people who did not leave. */
async function missing(drill: acts.Drill, leavers: readonly Judged[]) {
  const { rows } = await drill.harness.owner.query<{ email: string; step: string | null; state: string | null }>(
    `select contacts.email, campaigns.subject as step, sends.state from contacts
     left join campaign_sends sends on sends.contact_id = contacts.id and sends.state = 'uncertain'
     left join campaigns on campaigns.id = sends.campaign_id`,
  );
  const left = new Set(leavers.map(({ to }) => to));
  const had = new Set(acts.receivedOf(drill).map((mail) => `${mail.to} ${subjectOf(mail)}`));
  const doubtful = rows.filter(({ state }) => state !== null).map(({ email, step }) => `${email} ${step}`);
  const accounted = new Set([...had, ...doubtful]);
  const people = [...new Set(rows.map(({ email }) => email))].filter((email) => !left.has(email));
  const due = people.flatMap((email) => emails.map((step) => `${email} ${step}`));
  return { uncertain: doubtful.length, lost: due.filter((one) => !accounted.has(one)).length };
}

const twice = (mails: readonly Judged[]): number =>
  [...Map.groupBy(mails, (mail) => `${mail.to} ${subjectOf(mail)}`).values()].filter((own) => own.length > 1).length;

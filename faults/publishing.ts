// A new version is published while a hundred thousand people are inside: three steps changed, one removed, and both workers are
// killed while people move. Nobody is dropped, and nobody gets an email they have had.
import { setTimeout as pause } from 'node:timers/promises';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { repairPlaces } from '../apps/server/src/features/automations/engine/watchdog.ts';
import { ask } from '../apps/server/test/sending/ready-admin.ts';
import type { Figure } from '../bench/figures.ts';
import { emptyDocument, type Step } from '../packages/contracts/src/automation-document.ts';
import { type DocumentOf, type JourneyScene, openScene } from './journeys-scene.ts';
import { until } from './send-harness.ts';

const people = 100_000;
/** Steps at which a quarter of them waits each; the third is removed. */
const rests = ['waitaaaa', 'waitbbbb', 'waitgone', 'waitcccc'] as const;

const wait = (id: string, amount: number): Step => ({ id, kind: 'wait', for: { amount, unit: 'days' } });
const email = (id: string, campaigns: Parameters<DocumentOf>[0]): Step => ({
  id,
  kind: 'email',
  campaignId: campaigns[id] ?? null,
  hours: null,
  cap: 'ignore',
});
const before: DocumentOf = (emails) => ({
  ...emptyDocument,
  triggers: [{ kind: 'manual' }],
  steps: [
    wait('waitaaaa', 1),
    email('emailaaa', emails),
    wait('waitbbbb', 1),
    email('emailbbb', emails),
    wait('waitgone', 1),
    email('emailccc', emails),
    wait('waitcccc', 1),
  ],
});
const after: DocumentOf = (emails) => ({
  ...before(emails),
  steps: [
    wait('waitaaaa', 2),
    email('emailaaa', emails),
    wait('waitbbbb', 3),
    email('emailbbb', emails),
    email('emailccc', emails),
    wait('waitcccc', 2),
  ],
});

export async function run(): Promise<Figure[]> {
  const scene = await openScene(people);
  try {
    const { id, written } = await scene.publish(before, ['emailaaa', 'emailbbb', 'emailccc']);
    await placeEverybody(scene, id);
    await scene.workers.keep(2);
    const { kills, seconds } = await publishAndKill(scene, id, after(written));
    return [await judgeMove(scene, kills, seconds), await judgeEmails(scene, id)];
  } finally {
    await scene.close();
  }
}

/** Written by the owner: a quarter rests at each of the waits, for a day. */
async function placeEverybody({ owner, organizationId }: JourneyScene, automationId: string): Promise<void> {
  const { rows } = await owner.query<{ program: { nodes: { stepId: string; kind: string }[] } }>(
    'select program from automation_versions where automation_id = $1',
    [automationId],
  );
  const steps = rests.map((stepId) => rows[0]!.program.nodes.findIndex((node) => node.stepId === stepId));
  const own = [organizationId, automationId];
  await owner.query(
    `insert into automation_entries (organization_id, contact_id, automation_id, last_at)
     select organization_id, id, $2, now() from contacts where organization_id = $1`,
    own,
  );
  await owner.query(
    `insert into automation_runs (organization_id, automation_id, contact_id, version, step, seq, wake_at, arrived_at, entered_at, deadline)
     select organization_id, $2, id, 1, ($3::smallint[])[1 + row_number() over (order by id) % 4], 1, now() + interval '1 day', now(), now(), now() + interval '1 day'
     from contacts where organization_id = $1`,
    [...own, steps],
  );
  await owner.query(
    `insert into automation_places (organization_id, automation_id, version, step, next_at)
     select $1, $2, 1, step, now() + interval '1 day' from unnest($3::smallint[]) step
     on conflict (organization_id, automation_id, version, step) do update set next_at = excluded.next_at`,
    [...own, steps],
  );
  await owner.query('analyze automation_runs, automation_entries, contacts');
}

async function publishAndKill({ admin, owner, workers, count }: JourneyScene, id: string, document: object) {
  const { draftNo } = await ask(admin, 'PUT', `/api/automations/${id}/draft`, { document });
  const began = Date.now();
  await ask(admin, 'POST', `/api/automations/${id}/publish`, {
    draftNo,
    people: 'move',
    moves: [{ version: 1, stepId: 'waitgone', to: 'waitcccc' }],
  });
  const moved = async (): Promise<number> =>
    (await owner.query<{ moved: number }>('select coalesce(sum(moved), 0)::int as moved from automation_moves'))
      .rows[0]!.moved;
  let kills = 0;
  // The job that moves runs in one of the two: whichever it is, both end once.
  for (const at of [0, 1]) {
    await until('people on the move', async () => (await moved()) > 15_000 * (at + 1), 300);
    if ((await moved()) < people) kills += 1;
    await workers.kill(at);
  }
  await until('everybody moved', async () => (await count(`automation_moves where state <> 'done'`)) === 0, 600);
  return { kills, seconds: (Date.now() - began) / 1_000 };
}

async function judgeMove({ count, owner }: JourneyScene, kills: number, seconds: number): Promise<Figure> {
  const inside = await count('automation_runs where version = 2');
  const elsewhere = await count('automation_runs where version <> 2');
  const { rows } = await owner.query<{ planned: number; moved: number; takenOut: number; ended: number }>(
    'select planned::int, moved::int, taken_out::int as "takenOut", ended::int from automation_moves',
  );
  const { planned = 0, moved = 0, takenOut = 0, ended = 0 } = rows[0] ?? {};
  const twice = await count(`(select from automation_turns group by run_id, seq having count(*) > 1) twice`);
  const dropped = people - inside - takenOut - ended;
  const ok =
    dropped === 0 && elsewhere === 0 && planned === people && planned === moved + takenOut + ended && twice === 0;
  return {
    values: { people, planned, moved, takenOut, ended, dropped, twice, kills, seconds: seconds.toFixed(0) },
    ok: ok && kills > 0,
  };
}

/** Days pass until everybody is out; who had stood behind an email must not have got it. */
async function judgeEmails(scene: JourneyScene, id: string): Promise<Figure> {
  const { count, owner, database, organizationId } = scene;
  const end = Date.now() + 900_000;
  while ((await count('automation_runs')) > 0 && Date.now() < end) {
    await scene.passTime(12 * 60);
    await pause(500);
  }
  const { rows } = await owner.query<{ step: string; people: number; sends: number }>(
    `select campaigns.step_id as step, count(distinct send.contact_id)::int as people, count(*)::int as sends
     from campaign_sends as send join campaigns on campaigns.organization_id = send.organization_id and campaigns.id = send.campaign_id
     where campaigns.automation_id = $1 group by 1 order by 1`,
    [id],
  );
  const sent = Object.fromEntries(rows.map((row) => [row.step, row]));
  // A quarter stood before the first, two quarters before the second and third; the third quarter was taken past the third.
  const expected = { emailaaa: people / 4, emailbbb: people / 2, emailccc: people / 2 };
  const wrong = Object.entries(expected).filter(
    ([step, many]) => sent[step]?.people !== many || sent[step]?.sends !== many,
  ).length;
  const left = await count('automation_runs');
  const completed = await count(`automation_past where reason = 'completed'`);
  const repaired = await repairPlaces(backgroundContext(database, organizationId, 'faults'));
  const emails = rows.map((row) => `${row.step}:${row.sends}`).join(',');
  return {
    values: { emails, wrong, left, completed, repaired },
    ok: wrong === 0 && left === 0 && completed === people && repaired === 0,
  };
}

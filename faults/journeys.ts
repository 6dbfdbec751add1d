// Two thousand people pass six steps while one of two workers is killed after it claimed people, after their effects were written,
// before and after the commit and while people move to another version, and while PostgreSQL crashes: nobody is lost, nothing
// happens twice. Emails are counted by the mail server, webhooks by who is told.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import type { TurnStage } from '../apps/server/src/features/automations/engine/ports.ts';
import { repairPlaces } from '../apps/server/src/features/automations/engine/watchdog.ts';
import { ask } from '../apps/server/test/sending/ready-admin.ts';
import type { Figure } from '../bench/figures.ts';
import { emptyDocument, type Step } from '../packages/contracts/src/automation-document.ts';
import { type DocumentOf, type JourneyScene, killAt, openScene, webhookUrl } from './journeys-scene.ts';
import { createRandom } from './random.ts';
import { until } from './send-harness.ts';

const people = 2_000;
const seeds = 3;
/** People who get in together. */
const atOnce = 25;
const stages: readonly TurnStage[] = ['claimed', 'acted', 'written', 'committed'];
const plan = [...stages, 'crash', 'move', ...stages] as const;
/** Minutes that pass in each step of the play: the waits take an hour. */
const stepMinutes = 5;

export async function run(): Promise<Figure[]> {
  const first = Number(process.argv[3] ?? randomInt(2 ** 31));
  const figures = [];
  for (let seed = first; seed < first + seeds; seed += 1) figures.push(await play(seed));
  return figures;
}

const wait = (id: string, amount = 1): Step => ({ id, kind: 'wait', for: { amount, unit: 'hours' } });
const stepsOf =
  (tagIds: readonly string[], lastWait: number): DocumentOf =>
  (campaigns) => ({
    ...emptyDocument,
    triggers: [{ kind: 'manual' }],
    steps: [
      { id: 'tagaaaaa', kind: 'tag', add: [tagIds[0]!], remove: [] },
      wait('waitaaaa'),
      { id: 'emailaaa', kind: 'email', campaignId: campaigns['emailaaa'] ?? null, hours: null, cap: 'ignore' },
      wait('waitbbbb', lastWait),
      { id: 'webhooka', kind: 'webhook', url: webhookUrl, reply: null },
      { id: 'tagbbbbb', kind: 'tag', add: [tagIds[1]!], remove: [] },
    ],
  });

type Play = { scene: JourneyScene; automationId: string; next: object; random: () => number };

async function play(seed: number): Promise<Figure> {
  const scene = await openScene(people);
  const { admin, workers } = scene;
  try {
    const tagIds: string[] = [];
    for (const name of ['First', 'Last']) tagIds.push((await ask(admin, 'POST', '/api/tags', { name })).id);
    const { id, written } = await scene.publish(stepsOf(tagIds, 1), ['emailaaa']);
    await scene.leadWebhooks();
    await workers.keep(2);
    const next = stepsOf(tagIds, 2)(written);
    const played = { scene, automationId: id, next, random: createRandom(seed) };
    const [kills] = await Promise.all([breakThings(played), passTime(scene)]);
    return await judge(played, seed, kills);
  } finally {
    await scene.close();
  }
}

/** Every fault while more people get in. Answers how many workers were killed. */
async function breakThings(played: Play): Promise<number> {
  const { scene, random } = played;
  const { rows } = await scene.owner.query<{ id: string }>('select id from contacts order by id');
  const share = Math.ceil(rows.length / plan.length);
  let kills = 0;
  for (const [at, fault] of plan.entries()) {
    const some = rows.slice(at * share, (at + 1) * share).map(({ id }) => id);
    const enter = () => enterSome(played, some);
    if (fault === 'crash') await Promise.all([enter(), crash(played)]);
    else if (fault === 'move') kills += (await Promise.all([killWhileMoving(played), enter()]))[0];
    else {
      const halves = [some.slice(0, share / 2), some.slice(share / 2)];
      const groups = halves.map((half) => () => enterSome(played, half));
      kills += Number(await killAt(scene, fault, random, groups));
    }
  }
  return kills;
}

async function crash({ scene: { postgres }, random }: Play): Promise<void> {
  await pause(random() * 500);
  await postgres.stop('SIGQUIT');
  await postgres.start();
}

/** A few at a time. Whom a crash left in doubt is let in again, and gets in once. */
async function enterSome({ scene, automationId, random }: Play, contacts: readonly string[]): Promise<void> {
  for (let at = 0; at < contacts.length; at += atOnce) {
    const contactIds = contacts.slice(at, at + atOnce);
    await until('people to get in', async () => {
      await ask(scene.admin, 'POST', `/api/automations/${automationId}/runs`, { contactIds });
      return true;
    });
    await pause(100 + random() * 200);
  }
}

/** Publishes the next version, which takes everybody along, and kills both workers one after the other until that is done. */
async function killWhileMoving({ scene, automationId, next, random }: Play): Promise<number> {
  const { admin, workers } = scene;
  await until('the next version', async () => {
    const { draftNo } = await ask(admin, 'PUT', `/api/automations/${automationId}/draft`, { document: next });
    await ask(admin, 'POST', `/api/automations/${automationId}/publish`, { draftNo, people: 'move' });
    await scene.leadWebhooks();
    return true;
  });
  let kills = 0;
  const isMoving = () => scene.count(`automation_moves where state <> 'done'`);
  do {
    await pause(random() * 100);
    await workers.kill(kills % 2);
    kills += 1;
    await workers.allReady();
  } while (kills < 4 && (await isMoving()) > 0);
  return kills;
}

/** As if some minutes had passed, until everybody is out and everything they get has arrived. */
async function passTime(scene: JourneyScene): Promise<void> {
  const { count, smtp, webhooks } = scene;
  let told = 0;
  const isOver = async (): Promise<boolean> => {
    const past = await count(`automation_past where reason = 'completed'`);
    const uncertain = await count(`campaign_sends where state = 'uncertain'`);
    const heard = new Set(webhooks.heard.map(({ id }) => id)).size;
    if (Date.now() - told > 10_000) {
      console.error(JSON.stringify({ past, mailed: smtp.received.length, uncertain, heard }));
      told = Date.now();
    }
    return past === people && smtp.received.length + uncertain >= people && heard === people;
  };
  const end = Date.now() + 600_000;
  while (Date.now() < end) {
    await pause(200);
    // A database that is away is not an answer.
    const over = await scene
      .passTime(stepMinutes)
      .then(isOver)
      .catch(() => false);
    if (over) return;
  }
}

async function judge({ scene, automationId }: Play, seed: number, kills: number): Promise<Figure> {
  const { count, smtp, webhooks, database, organizationId } = scene;
  const entered = await count('automation_entries');
  const waiting = await count('automation_runs');
  const past = await count(`automation_past where reason = 'completed'`);
  const mailed = new Set(smtp.received.map(({ to }) => to)).size;
  const mailedTwice = smtp.received.length - mailed;
  const uncertain = await count(`campaign_sends where state = 'uncertain'`);
  const told = new Set(webhooks.heard.map(({ id }) => id)).size;
  const tags = await count(`contact_activity where type = 'tag.added'`);
  const taggedTwice = await count(
    `(select from contact_activity where type = 'tag.added' group by contact_id, ref_id having count(*) > 1) twice`,
  );
  const gaps = await count(
    `automation_past past where seq > (select count(*) from automation_turns turn where turn.run_id = past.id)`,
  );
  const moves = await count(`automation_moves where state <> 'done' or planned <> moved + taken_out + ended`);
  const { rows } = await scene.owner.query<{ arrived: number; ended: number }>(
    `select sum(arrived)::int as arrived, sum(ended)::int as ended from automation_counts where step_id = '' and automation_id = $1`,
    [automationId],
  );
  const repaired = await repairPlaces(backgroundContext(database, organizationId, 'faults'));
  // A worker killed between the last byte of an email and the answer leaves it in doubt, and it is not offered again.
  const lost = Math.max(0, people - mailed - uncertain) + (people - told) + (people * 2 - tags) + (people - past);
  const twice = mailedTwice + taggedTwice + Math.max(0, told - people);
  const repeated = webhooks.heard.length - told;
  const values = {
    seed,
    entered,
    waiting,
    past,
    mailed,
    uncertain,
    told,
    lost,
    twice,
    gaps,
    kills,
    repaired,
    repeated,
  };
  const counted = rows[0]?.arrived === people && rows[0].ended === past;
  console.log(JSON.stringify({ ...values, moves, ...rows[0] }));
  const isWhole = entered === people && entered === waiting + past && counted;
  return { values, ok: isWhole && lost + twice + gaps + repaired + moves === 0 && kills > stages.length * 2 };
}

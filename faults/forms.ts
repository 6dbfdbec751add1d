// 5,000 people fill in a form while edge, worker and database are killed and the database is away for 30 seconds. Whoever got
// no answer sends the same again, as the page does. Everybody who was thanked is there, once, with their contact.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench/figures.ts';
import { createFormsScene, createVisitors, type FormsScene } from '../bench/forms-scene.ts';
import type { Asked } from '../bench/steady-load.ts';
import { startWorker } from '../bench/worker-process.ts';

const people = Number(process.argv[3] ?? 5_000);
const perSecond = 60;
const awaySeconds = 30;
/** Seconds after which somebody who was never answered has given up. */
const patienceSeconds = 120;

type Told = { thanked: number; again: number; gaveUp: number; errors: { status: number; during: string }[] };

export async function run(): Promise<Figure[]> {
  const scene = await createFormsScene();
  const children: { edge?: ChildProcess; worker?: ChildProcess } = {};
  try {
    children.edge = await scene.startEdge();
    children.worker = await startWorker(scene.postgres.appUrl());
    const told: Told = { thanked: 0, again: 0, gaveUp: 0, errors: [] };
    const stage = { name: 'calm' };
    const visits = sendAll(scene, told, stage);
    await breakThings(scene, children, stage);
    await visits;
    return [await compareWithRows(scene, told)];
  } finally {
    children.worker?.kill('SIGKILL');
    await scene.close();
  }
}

async function sendAll(scene: FormsScene, told: Told, stage: { name: string }): Promise<void> {
  const visitor = createVisitors(scene.formId);
  const open: Promise<void>[] = [];
  const started = performance.now();
  for (let sent = 0; sent < people; await pause(5)) {
    const due = Math.min(people, Math.floor(((performance.now() - started) / 1_000) * perSecond));
    for (; sent < due; sent += 1) open.push(send(scene.origin, visitor(), told, stage));
  }
  await Promise.all(open);
}

async function send(origin: string, asked: Asked & { body: string }, told: Told, stage: { name: string }) {
  for (const deadline = Date.now() + patienceSeconds * 1_000; Date.now() < deadline; await pause(500)) {
    const during = stage.name;
    const status = await fetch(`${origin}${asked.path}`, {
      method: 'POST',
      headers: asked.headers ?? {},
      body: asked.body,
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    );
    if (status === 200) {
      told.thanked += 1;
      return;
    }
    // Nobody answers while the edge itself is gone.
    if (status > 0 || during !== 'edge') told.errors.push({ status, during });
    told.again += 1;
  }
  told.gaveUp += 1;
}

async function breakThings(
  scene: FormsScene,
  running: { edge?: ChildProcess; worker?: ChildProcess },
  stage: { name: string },
) {
  const during = async (name: string, act: () => Promise<void>) => {
    stage.name = name;
    await act();
    await pause(3_000);
    stage.name = 'calm';
    await pause(2_000);
  };
  for (let time = 0; time < 2; time += 1) {
    await during('edge', async () => {
      await killed(running.edge!);
      running.edge = await scene.startEdge();
    });
    await during('worker', async () => {
      await killed(running.worker!);
      running.worker = await startWorker(scene.postgres.appUrl());
    });
    await during('database', async () => {
      await scene.postgres.stop('SIGKILL');
      await scene.postgres.start();
    });
  }
  await during('outage', async () => {
    await scene.postgres.stop('SIGQUIT');
    await pause(awaySeconds * 1_000);
    await scene.postgres.start();
  });
  // With what arrived meanwhile still on its disk.
  await during('edge', async () => {
    await killed(running.edge!);
    running.edge = await scene.startEdge();
  });
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

type Rows = { stored: number; people: number; named: number; contacts: number; counted: number };

async function rowsOf({ owner, formId, organizationId }: FormsScene): Promise<Rows> {
  const { rows } = await owner.query<Rows>(
    `select count(*)::int as stored, count(distinct answers ->> 'field_3')::int as people,
       count(contact_id)::int as named,
       (select count(*)::int from contacts where organization_id = $2) as contacts,
       (select submissions::int from forms where id = $1) as counted
     from form_submissions where form_id = $1`,
    [formId, organizationId],
  );
  return rows[0]!;
}

async function compareWithRows(scene: FormsScene, told: Told): Promise<Figure> {
  let rows: Rows = { stored: 0, people: 0, named: 0, contacts: 0, counted: 0 };
  for (const deadline = Date.now() + 120_000; rows.people < told.thanked && Date.now() < deadline; await pause(500))
    rows = await rowsOf(scene).catch(() => rows);
  for (const { status, during } of told.errors.slice(0, 10)) console.log(`answered ${status} during ${during}`);
  return {
    values: {
      people,
      thanked: told.thanked,
      sent_again: told.again,
      gave_up: told.gaveUp,
      errors: told.errors.length,
      stored: rows.stored,
      twice: rows.stored - rows.people,
      lost: told.thanked - rows.people,
      contacts: rows.contacts,
      counted: rows.counted,
    },
    ok: Object.values(rows).every((count) => count === people) && told.thanked === people && told.errors.length === 0,
  };
}

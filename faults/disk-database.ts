import { setTimeout as pause } from 'node:timers/promises';
import { metricOf } from '../bench/edge-process.ts';
import type { Figure } from '../bench/figures.ts';
import { emptied, recordedScans, type Scene } from './disk-scene.ts';
import { startScanning } from './scans.ts';

type Answers = { reads: number[]; writes: number[]; saved: string[] };

/** The disk of the database is full while people work, scan and come back. */
export async function databaseDisk(scene: Scene): Promise<Figure> {
  const { disks, metricsPort, edge, codes, random, secondsFull } = scene;
  const cookie = await signedUp(scene);
  const scans = startScanning({ origin: edge, codes, perSecond: 50, random });
  disks.database.fill();
  const full = await work(scene, cookie, Date.now() + secondsFull * 1_000);
  const spooled = await metricOf(metricsPort, 'inbox_spooled{');
  disks.database.makeRoom();
  const space = performance.now();
  const backAfter = await writable(scene, cookie);
  await scans.stop();
  await pause(1_000);
  const toldAfter = await emptied(metricsPort);
  const after = await work(scene, cookie, Date.now() + 1_000);
  return judge(scene, { full, after, scans, spooled, seconds: { backAfter, toldAfter, since: space } });
}

type Seen = {
  full: Answers;
  after: Answers;
  scans: ReturnType<typeof startScanning>;
  spooled: number;
  seconds: { backAfter: number; toldAfter: number; since: number };
};

async function judge(
  { owner, postgres, ended }: Scene,
  { full, after, scans, spooled, seconds }: Seen,
): Promise<Figure> {
  const saved = [...full.saved, ...after.saved];
  const { rows } = await owner.query<{ email: string }>('select email from contacts where email = any($1)', [saved]);
  const recorded = await recordedScans(postgres.ownerUrl());
  const lost = saved.length - rows.length + [...scans.answered.keys()].filter((scan) => !recorded.has(scan)).length;
  const wrong = {
    writes: full.writes.filter((status) => status !== 201 && status !== 503).length,
    reads: full.reads.filter((status) => status !== 200).length,
    after: after.writes.filter((status) => status !== 201).length,
  };
  const refused = full.writes.filter((status) => status === 503).length;
  return {
    values: {
      full: 'database',
      writes: full.writes.length,
      refused_503: refused,
      other_writes: wrong.writes,
      reads: full.reads.length,
      failed_reads: wrong.reads,
      scans: scans.answered.size,
      refused_scans: scans.refused(),
      spooled,
      back_after_s: seconds.backAfter.toFixed(1),
      told_after_s: seconds.toldAfter.toFixed(1),
      acknowledged: saved.length + scans.answered.size,
      lost,
      ended: ended(),
    },
    ok:
      refused > 0 &&
      spooled > 0 &&
      wrong.writes + wrong.reads + wrong.after + scans.refused() + lost + ended() === 0 &&
      seconds.toldAfter < 30,
  };
}

async function signedUp({ api }: Scene): Promise<string> {
  const password = 'violet harbour 42';
  const organization = { organizationName: 'Full', organizationType: 'BUSINESS' };
  const person = { name: 'Bench', email: `bench${Date.now()}@full.example`, password, confirmPassword: password };
  const answer = await fetch(`${api}/api/auth/register`, {
    method: 'POST',
    headers: { origin: api, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, ...organization }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

let count = 0;

async function save({ api: origin }: Scene, cookie: string) {
  const email = `p${(count += 1)}@full.example`;
  const body = JSON.stringify({ email, firstName: 'x'.repeat(100), lastName: 'y'.repeat(100) });
  const headers = { origin, cookie, 'content-type': 'application/json' };
  const { status } = await fetch(`${origin}/api/contacts`, { method: 'POST', headers, body });
  return { email, status };
}

/** What people do: they read a list, and add somebody to it. */
async function work(scene: Scene, cookie: string, until: number): Promise<Answers> {
  const answers: Answers = { reads: [], writes: [], saved: [] };
  while (Date.now() < until) {
    const { email, status } = await save(scene, cookie);
    answers.writes.push(status);
    if (status === 201) answers.saved.push(email);
    answers.reads.push((await fetch(`${scene.api}/api/contacts`, { headers: { cookie } })).status);
  }
  return answers;
}

/** Seconds until somebody can be added again. */
async function writable(scene: Scene, cookie: string): Promise<number> {
  const started = performance.now();
  while ((await save(scene, cookie)).status !== 201) await pause(100);
  return (performance.now() - started) / 1_000;
}

// Sending a campaign to Postfix' smtp-sink with one worker, against bare nodemailer that builds the same mail for each
// reader over as many connections, in turns. Printed beside: nodemailer with mails built before, and smtp-source.
import { execFile, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { begin } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { createSendHarness, type SendHarness, until } from '../faults/send-harness.ts';
import { bundle, nodeOptions } from './bundle.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { cpuSeconds, familyCpuSeconds } from './processes.ts';
import { newsletter } from './newsletter.ts';
import { startSink } from './sink.ts';

const mails = 4_000;
const connections = 10;
const rounds = 3;
const goals = { ratio: 0.9, rssMb: 350 };

export async function run(): Promise<Figure[]> {
  const sink = await startSink();
  const profile = process.argv[3] === 'profile' ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/waggle-prof' } : {};
  const env = { SENDING_CONNECTIONS: String(connections), SENDING_LEASE_SECONDS: '30', ...profile };
  const harness = await createSendHarness(env, await bundle('faults/send-worker.ts', 'send-worker.js'), nodeOptions);
  try {
    await harness.workers.keep(1);
    return await measure(harness, sink.port);
  } finally {
    await harness.close();
    await sink.stop();
  }
}

async function measure(harness: SendHarness, port: number): Promise<Figure[]> {
  const results: Record<'ours' | 'built' | 'prebuilt', number[]> = { ours: [], built: [], prebuilt: [] };
  const cpu: Record<'worker' | 'database' | 'nodemailer', number[]> = { worker: [], database: [], nodemailer: [] };
  // The first round warms all up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    const built = await bare(port, 'build');
    results.built.push(built.rate);
    cpu.nodemailer.push(built.cpu);
    const before = { worker: cpuSeconds(harness.workers.pid(0)), database: familyCpuSeconds(harness.postgres.pid()) };
    results.ours.push(await ours(harness, port));
    cpu.worker.push(cpuSeconds(harness.workers.pid(0)) - before.worker);
    cpu.database.push(familyCpuSeconds(harness.postgres.pid()) - before.database);
    results.prebuilt.push((await bare(port, 'prebuilt')).rate);
  }
  const [own, built, prebuilt] = [results.ours.slice(1), results.built.slice(1), results.prebuilt.slice(1)];
  const perMail = (seconds: number[]) => Math.round((median(seconds.slice(1)) / mails) * 1_000_000);
  const rssMb = Math.round(peakRssKb(harness.workers.pid(0)) / 1_024);
  return [
    ratioFigure('mails_per_s', own, built, goals.ratio),
    {
      values: {
        cpu_us_per_mail: perMail(cpu.worker),
        database_cpu_us: perMail(cpu.database),
        nodemailer_cpu_us: perMail(cpu.nodemailer),
      },
      ok: true,
    },
    { values: { nodemailer_prebuilt_per_s: Math.round(median(prebuilt)) }, ok: true },
    { values: { smtp_source_per_s: Math.round(await source(port)) }, ok: true },
    { values: { worker_rss_mb: rssMb, goal: goals.rssMb }, ok: rssMb <= goals.rssMb },
  ];
}

async function ours(harness: SendHarness, port: number): Promise<number> {
  const mailed = await harness.draft(await harness.organization(mails, port), newsletter);
  await harness.owner.query(`update campaigns set status = 'ACTIVE', scheduled_at = now() where id = $1`, [
    mailed.campaignId,
  ]);
  await begin(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
  // The other side signs nothing either. Keys are read when the audience stands, and that takes a moment.
  await harness.owner.query('delete from dkim_keys where organization_id = $1', [mailed.organizationId]);
  await until('the end', async () => {
    const { rows } = await harness.owner.query(`select from campaigns where id = $1 and status = 'COMPLETED'`, [
      mailed.campaignId,
    ]);
    return rows.length === 1;
  });
  const { rows } = await harness.owner.query<{ people: number; seconds: number }>(
    `select count(*)::int as people, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
     from campaign_sends where campaign_id = $1 and state = 'accepted'`,
    [mailed.campaignId],
  );
  const { people, seconds } = rows[0]!;
  if (people !== mails) throw new Error(`${people} mails of ${mails} were accepted.`);
  return people / seconds;
}

function bare(port: number, kind: 'build' | 'prebuilt'): Promise<{ rate: number; cpu: number }> {
  const file = fileURLToPath(new URL('./bare-send.ts', import.meta.url));
  const child = fork(file, [String(port), kind, String(mails), String(connections)]);
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as { rate: number; cpu: number }));
    child.once('exit', (code) => code !== 0 && reject(new Error(`bare-send ended with ${code}`)));
  });
}

/** Not in the way of the loop: a sink whose count nobody reads stops. */
async function source(port: number): Promise<number> {
  const started = performance.now();
  await promisify(execFile)('/usr/sbin/smtp-source', [
    '-s',
    String(connections),
    '-m',
    String(mails),
    '-l',
    '14000',
    '-d',
    `127.0.0.1:${port}`,
  ]);
  return mails / ((performance.now() - started) / 1_000);
}

const peakRssKb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

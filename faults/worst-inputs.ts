// One organization sends the worst inputs known, over and over, to one process that is everything. Another one reads its screens
// meanwhile: it must not notice. `pnpm faults worst-inputs [seconds] [part of an input's name]`
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import type { Visit } from './worst-inputs-bystander.ts';
import { type Measured, runAttack } from './worst-inputs-run.ts';

/** Milliseconds in which 99 of 100 screens of somebody else must be there. */
const goalMs = 250;

export async function run(): Promise<Figure[]> {
  const seconds = Number(process.argv[3] ?? 60);
  const only = process.argv[4] ?? '';
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    const measured = await runAttack({ owner, databaseUrl: postgres.appUrl(), seconds, only, contacts: 100_000 });
    for (const line of listing(measured)) console.log(line);
    return figures(measured);
  } finally {
    await owner.end();
    await postgres.destroy();
  }
}

function figures({ calm, visits, sent, calmHealth, health }: Measured): Figure[] {
  const [quiet, busy] = [p99(calm), p99(visits)];
  const others = { '5xx': visits.filter(({ status }) => status >= 500), '4xx': visits.filter(isRefused) };
  const attacker = sent.flatMap(({ statuses }) => Object.entries(statuses));
  const failed = attacker.reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);
  const inputs = sent.reduce((sum, { times }) => sum + times, 0);
  return [
    {
      values: {
        others_p99_ms: Math.round(busy),
        goal: goalMs,
        calm: Math.round(quiet),
        ratio: (busy / quiet).toFixed(1),
      },
      ok: busy < goalMs,
    },
    {
      values: { requests: visits.length, others_5xx: others['5xx'].length, others_4xx: others['4xx'].length },
      ok: others['5xx'].length + others['4xx'].length === 0,
    },
    { values: { inputs, kinds: sent.length, attacker_5xx: failed }, ok: failed === 0 },
    {
      values: { longest_hold_ms: Math.round(health.longestHoldMs), calm: Math.round(calmHealth.longestHoldMs) },
      ok: health.longestHoldMs < goalMs,
    },
    { values: { megabytes: Math.round(health.megabytes), calm: Math.round(calmHealth.megabytes) }, ok: true },
  ];
}

const isRefused = ({ status }: Visit): boolean => status >= 400 && status < 500;

const p99 = (visits: Visit[]): number => {
  const sorted = visits.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
};

/** What each input was answered, and what was on its way while others waited longest. */
function listing({ sent, visits, spans }: Measured): string[] {
  const lines = sent.map(({ name, times, statuses, slowestMs, cut }) => {
    const said = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
    const answers = [...said, ...(cut > 0 ? [`${cut} cut`] : [])].join(', ');
    return `  ${name}: ${times} times, ${answers}, slowest ${Math.round(slowestMs)} ms`;
  });
  const slowest = visits.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  for (const { path, ms, at, status } of slowest) {
    const meanwhile = spans.filter(({ from, to }) => from < at + ms && to > at).map(({ name }) => name);
    lines.push(`  slow: ${path} ${status} ${Math.round(ms)} ms, meanwhile: ${[...new Set(meanwhile)].join('; ')}`);
  }
  return lines;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Latency = { requests: number; p50: number; p95: number; p99: number };
type Visit = { cookie: string | string[]; paths: string[]; users: number; seconds: number };

const script = `
local paths, at = {}, 0
for path in io.lines(os.getenv("WAGGLE_PATHS")) do paths[#paths + 1] = path end
local cookies = {}
for cookie in os.getenv("WAGGLE_COOKIE"):gmatch("[^\\n]+") do cookies[#cookies + 1] = cookie end
request = function()
  at = at + 1
  wrk.headers["cookie"] = cookies[at % #cookies + 1]
  return wrk.format("GET", paths[at % #paths + 1])
end
done = function(summary, latency)
  local refused = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("figures %d %d %.2f %.2f %.2f\\n", summary.requests, refused,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000))
end`;

/** People who ask, wait for the answer and ask the next question, by Debian's wrk. Milliseconds. Loopback only, bounded in time. */
export function visit(origin: string, { cookie, paths, users, seconds }: Visit): Latency {
  if (!origin.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  const folder = mkdtempSync(join(tmpdir(), 'waggle-visit-'));
  try {
    writeFileSync(join(folder, 'visit.lua'), script);
    writeFileSync(join(folder, 'paths'), paths.join('\n'));
    const flags = ['-t1', `-c${users}`, `-d${seconds}s`, '--timeout', '10s', '-s', join(folder, 'visit.lua'), origin];
    const output = execFileSync('wrk', flags, {
      encoding: 'utf8',
      env: { ...process.env, WAGGLE_PATHS: join(folder, 'paths'), WAGGLE_COOKIE: [cookie].flat().join('\n') },
    });
    const [requests = 0, refused = 0, p50 = 0, p95 = 0, p99 = 0] = (/figures (.+)/.exec(output)?.[1] ?? '')
      .split(' ')
      .map(Number);
    if (refused > 0 || requests === 0) throw new Error(`${refused} of ${requests} requests were refused: ${paths[0]}`);
    return { requests, p50, p95, p99 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

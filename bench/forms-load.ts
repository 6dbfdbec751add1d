import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asked } from './steady-load.ts';

export type Posted = { perSecond: number; accepted: number; p99: number };

/** Every request is sent once: whoever has sent all of them asks for what is not there. */
const script = `
local requests, at = {}, 0
init = function()
  for line in io.lines(os.getenv("WAGGLE_REQUESTS")) do
    local path, proof, body = line:match("^(%S+)\t(%S*)\t(.*)$")
    requests[#requests + 1] = wrk.format("POST", path,
      { ["content-type"] = "application/json", ["waggle-proof"] = proof, ["user-agent"] = wrk.headers["user-agent"] }, body)
  end
end
request = function() at = at + 1; return requests[at] or wrk.format("GET", "/used-up") end
done = function(summary, latency)
  local refused = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("figures %d %d %.2f %.3f\\n", summary.requests, refused,
    summary.requests / (summary.duration / 1000000), latency:percentile(99) / 1000))
end`;

/** As many as are taken, by Debian's wrk. Milliseconds. Loopback only, bounded in time and number. */
export function postAll(origin: string, requests: readonly (Asked & { body: string })[], seconds: number): Posted {
  if (!origin.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  const folder = mkdtempSync(join(tmpdir(), 'waggle-post-'));
  try {
    writeFileSync(join(folder, 'post.lua'), script);
    const lines = requests.map(({ path, headers, body }) => [path, headers?.['waggle-proof'] ?? '-', body].join('\t'));
    writeFileSync(join(folder, 'requests'), `${lines.join('\n')}\n`);
    const flags = ['-t1', '-c64', `-d${seconds}s`, '--timeout', '10s', '-H', 'user-agent: Mozilla/5.0 Safari/604.1'];
    const output = execFileSync('wrk', [...flags, '-s', join(folder, 'post.lua'), origin], {
      encoding: 'utf8',
      env: { ...process.env, WAGGLE_REQUESTS: join(folder, 'requests') },
    });
    const [asked = 0, refused = 0, perSecond = 0, p99 = 0] = (/figures (.+)/.exec(output)?.[1] ?? '')
      .split(' ')
      .map(Number);
    if (refused > 0 || asked === 0) throw new Error(`${refused} of ${asked} requests were refused.`);
    return { perSecond, accepted: asked, p99 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

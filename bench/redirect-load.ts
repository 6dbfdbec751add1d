import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a phone's browser says when a code is scanned. */
export const phoneHeaders: Record<string, string> = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

export type Redirects = { perSecond: number; requests: number; refused: number; p50: number; p99: number };

type Crowd = {
  connections?: number;
  /** A server that sheds load is measured by what it took. */
  maySay503?: boolean;
  /** The form each of them posts; they only ask without it. */
  form?: string;
};

const script = `
local requests, at = {}, 0
init = function()
  local form = os.getenv("WAGGLE_FORM")
  if form then wrk.headers["content-type"] = "application/x-www-form-urlencoded" end
  for path in io.lines(os.getenv("WAGGLE_PATHS")) do
    requests[#requests + 1] = wrk.format(form and "POST" or "GET", path, nil, form)
  end
end
request = function() at = at % #requests + 1; return requests[at] end
done = function(summary, latency)
  local refused = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("figures %d %d %.2f %.3f %.3f\\n", summary.requests, refused,
    summary.requests / (summary.duration / 1000000), latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end`;

/** Strangers who scan one code after the other. */
export const scanAll = (origin: string, codes: readonly string[], seconds: number, crowd: Crowd = {}): Redirects =>
  followAll(
    origin,
    codes.map((code) => `/qr/${code}`),
    seconds,
    crowd,
  );

/** Strangers who follow one link after the other, by Debian's wrk. Milliseconds. Loopback only, bounded in time. */
export function followAll(
  origin: string,
  paths: readonly string[],
  seconds: number,
  { connections = 64, maySay503 = false, form }: Crowd = {},
): Redirects {
  if (!origin.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  const folder = mkdtempSync(join(tmpdir(), 'waggle-scan-'));
  try {
    writeFileSync(join(folder, 'scan.lua'), script);
    writeFileSync(join(folder, 'paths'), paths.join('\n'));
    const headers = Object.entries(phoneHeaders).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const flags = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      ...headers,
      '-s',
      join(folder, 'scan.lua'),
    ];
    const output = execFileSync('wrk', [...flags, origin], {
      encoding: 'utf8',
      env: { ...process.env, WAGGLE_PATHS: join(folder, 'paths'), ...(form !== undefined && { WAGGLE_FORM: form }) },
    });
    const figures = figuresOf(output);
    const { refused, requests } = figures;
    if ((refused > 0 && !maySay503) || requests === 0)
      throw new Error(`${refused} of ${requests} requests were refused.`);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of what was taken; what was refused is no redirect. */
function figuresOf(output: string): Redirects {
  const [requests = 0, refused = 0, perSecond = 0, p50 = 0, p99 = 0] = (/figures (.+)/.exec(output)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return { perSecond: perSecond * (1 - refused / Math.max(requests, 1)), requests, refused, p50, p99 };
}

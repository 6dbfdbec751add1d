import { execFileSync, spawnSync } from 'node:child_process';

type Load = { seconds: number; connections?: number; headers?: Record<string, string> };

/** Requests answered 2xx per second; wrk where it is installed, autocannon otherwise. Loopback only, bounded in time. */
export async function requestsPerSecond(
  url: string,
  { seconds, connections = 64, headers = {} }: Load,
): Promise<number> {
  if (!url.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  return hasWrk() ? wrk(url, seconds, connections, headers) : cannon(url, seconds, connections, headers);
}

const hasWrk = () => spawnSync('wrk', ['--version']).error === undefined;

function wrk(url: string, seconds: number, connections: number, headers: Record<string, string>): number {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const output = execFileSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...flags, url], { encoding: 'utf8' });
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output);
  if (refused) throw new Error(`${refused[1]} requests to ${url} were refused.`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
}

async function cannon(
  url: string,
  seconds: number,
  connections: number,
  headers: Record<string, string>,
): Promise<number> {
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({ url, duration: seconds, connections, headers });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests to ${url} were refused.`);
  return result.requests.average;
}

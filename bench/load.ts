import { execFileSync } from 'node:child_process';

type Load = { seconds: number; connections?: number; headers?: Record<string, string> };

/** Requests answered 2xx per second, by Debian's wrk. Loopback only, bounded in time. */
export function requestsPerSecond(url: string, { seconds, connections = 64, headers = {} }: Load): number {
  if (!url.startsWith('http://127.0.0.1:')) throw new Error('Load goes to this machine only.');
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const output = execFileSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...flags, url], { encoding: 'utf8' });
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output);
  if (refused) throw new Error(`${refused[1]} requests to ${url} were refused.`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
}

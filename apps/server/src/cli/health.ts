import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Config } from '../platform/config.ts';
import { Refusal } from './refusal.ts';

const roles = ['api', 'edge', 'worker'] as const;
type Role = (typeof roles)[number];
type Health = { isReady: boolean; says: string };

/** Milliseconds to wait: longer than readiness itself waits for the database. */
const timeoutMs = 5_000;

/** One probe for every supervisor, so that an image needs no curl: all three roles of `waggle all`, or the one that is named. */
export async function healthCommand(config: Config, [named, ...others]: string[]): Promise<void> {
  const asked = named === undefined ? roles : roles.filter((role) => role === named);
  if (asked.length === 0 || others.length > 0)
    throw new Refusal('Say `waggle health`, or with one of api, edge, worker.');
  const answers = await Promise.all(asked.map((role) => ask(addressOf(config, role))));
  for (const [at, { says }] of answers.entries()) console.log(`${asked[at]}: ${says}`);
  if (answers.some(({ isReady }) => !isReady)) process.exitCode = 1;
}

function addressOf(config: Config, role: Role): string {
  const ports = { api: config.API_PORT, edge: config.EDGE_PORT, worker: config.WORKER_PORT };
  const host = role === 'worker' ? config.WORKER_HOST : config.HOST;
  const reached = ({ '0.0.0.0': '127.0.0.1', '::': '::1' } as Record<string, string>)[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${ports[role]}/readyz`;
}

function ask(address: string): Promise<Health> {
  return new Promise((resolve) => {
    const request = get(address, { timeout: timeoutMs }, (reply) => {
      const isReady = reply.statusCode === 200;
      const answered = (status: unknown) => resolve({ isReady, says: JSON.stringify(status) });
      json(reply).then(answered, () => answered({ status: reply.statusCode }));
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)));
    request.once('error', ({ message }) => resolve({ isReady: false, says: message }));
  });
}

// Requests to a proxy on this machine for names no DNS knows, under certificates nobody signed.
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

export type Reply = { status: number; location: string | undefined; cookies: string[]; body: string };
type Question = { host: string; path: string; method?: string; cookie?: string; json?: unknown };
export type Proxied = { ask: (question: Question) => Promise<Reply>; close: () => void };

export function createProxied(port: number): Proxied {
  // A connection for each name: its certificate belongs to that alone.
  const agents = new Map<string, Agent>();
  const agentOf = (host: string) => agents.get(host) ?? new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    ask: ({ host, path, method = 'GET', cookie = '', json }) => {
      const agent = agentOf(host);
      agents.set(host, agent);
      const body = json === undefined ? undefined : JSON.stringify(json);
      const headers = { host, cookie, origin: `https://${host}`, ...(body && { 'content-type': 'application/json' }) };
      const where = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false };
      return new Promise((resolve, reject) => {
        const asked = request({ ...where, agent, path, method, headers }, (reply) => {
          const { location, 'set-cookie': cookies = [] } = reply.headers;
          text(reply).then((read) => resolve({ status: reply.statusCode ?? 0, location, cookies, body: read }), reject);
        });
        asked.once('error', reject);
        asked.end(body);
      });
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

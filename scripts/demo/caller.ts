import { Agent, request } from 'node:http';

/** Where Waggle listens, and the name under which it answers. */
export type Server = { port: number; publicUrl: string };
export type Answer = { status: number; body: string; cookies: string[]; location: string };
type Sent = { body?: string; headers?: Record<string, string> };

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** `fetch` would set Host itself, and Waggle refuses names that are not its own. */
export const call = ({ port, publicUrl }: Server, method: string, path: string, { body, headers }: Sent = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const { host } = new URL(publicUrl);
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { host, ...headers } },
      (reply): void => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            body: text,
            cookies: reply.headers['set-cookie'] ?? [],
            location: reply.headers.location ?? '',
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const busyMs = 500;
const mostBusy = 120;

/** A server that has just started on a busy machine refuses before it does anything, so asking again does nothing twice. */
async function whenNotBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === mostBusy) return answer;
    await new Promise((resolve) => setTimeout(resolve, busyMs));
  }
}

/** A call of the API that must succeed. */
export type Ask = <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;

export async function signIn(server: Server, email: string, password: string): Promise<Ask> {
  let cookie = '';
  const ask: Ask = async (method, path, body) => {
    const answer = await whenNotBusy(() =>
      call(server, method, path, {
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    if (answer.cookies.length > 0) cookie = answer.cookies.map((line) => line.split(';')[0]).join('; ');
    return (answer.body === '' ? null : JSON.parse(answer.body)) as never;
  };
  await ask('POST', '/api/auth/login', { email, password });
  return ask;
}

// Two of each role behind Caddy: every path finds its role, only names that are served get a certificate, and each process is
// replaced while requests go on.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../apps/server/test/harness/postgres.ts';
import type { Figure } from '../../bench/figures.ts';
import { proxyBase } from './base-list.ts';
import { debianBase } from './bases.ts';
import { openProject, type Project } from './compose-project.ts';
import type { Machine, Part } from './machine.ts';
import { until } from './people.ts';
import { createProxied, type Proxied } from './proxied.ts';

const host = 'waggle.test';
const ownHost = 'go.house.test';
const processes = ['worker-1', 'worker-2', 'api-1', 'api-2', 'edge-1', 'edge-2'];
/** Milliseconds between two requests of the load. */
const everyMs = 40;
const password = 'violet harbour 42';

export const scaled: Part = {
  name: 'scaled',
  async run(machine): Promise<Figure[]> {
    const [http, https] = [await freePort(), await freePort()];
    const project = await openProject(machine, {
      name: 'waggle-scaled',
      setup: [`https://${host}`, 'smtp://127.0.0.1:1'],
      files: ['compose.scaled.yaml'],
      env: {
        CADDY_IMAGE: await debianBase(machine, proxyBase),
        CADDY_OPTIONS: 'local_certs\nskip_install_trust',
        HTTP_PORT: String(http),
        HTTPS_PORT: String(https),
      },
    });
    const proxied = createProxied(https);
    try {
      await project.compose('up', '--detach');
      await until('ready', async () => (await proxied.ask({ host, path: '/readyz' })).status === 200);
      const { code, figure } = await roles(proxied);
      return [figure, await names(project, proxied, code), await replace(machine, { project, proxied, code })];
    } finally {
      proxied.close();
      await project.remove();
    }
  },
};

/** An api knows no codes, an edge no accounts: each answer shows where the proxy led. */
async function roles(proxied: Proxied): Promise<{ code: string; figure: Figure }> {
  const names = { name: 'Ada Pine', organizationName: 'House', organizationType: 'BUSINESS' };
  const json = { ...names, email: 'ada@house.example', password, confirmPassword: password };
  const registered = await proxied.ask({ host, path: '/api/auth/register', method: 'POST', json });
  const cookie = registered.cookies.map((set) => set.split(';')[0]).join('; ');
  const made = await proxied.ask({
    host,
    path: '/api/qr-codes',
    method: 'POST',
    cookie,
    json: { name: 'Window', targetUrl: 'https://www.example.com/menu' },
  });
  const { shortCode: code } = JSON.parse(made.body) as { shortCode: string };
  const led = await until('the code on an edge', async () => {
    const reply = await proxied.ask({ host, path: `/qr/${code}` });
    return reply.status === 302 && reply.location;
  });
  const form = await proxied.ask({ host, path: '/api/forms/00000000-0000-4000-8000-000000000000' });
  const forms = await proxied.ask({ host, path: '/api/forms', cookie });
  const internal = await proxied.ask({ host, path: `/internal/tls/ask?domain=${host}` });
  const me = await proxied.ask({ host, path: '/api/auth/me', cookie });
  const page = await proxied.ask({ host, path: '/' });
  const found = {
    sign_in: me.status,
    page: page.status,
    code: led,
    form: form.status,
    forms: forms.status,
    internal: internal.status,
  };
  const isRight =
    me.status === 200 && page.status === 200 && forms.status === 200 && form.status === 404 && internal.status === 404;
  return { code, figure: { values: found, ok: isRight && led === 'https://www.example.com/menu' } };
}

/** Only a name that was verified here gets a certificate, and the moment it is. */
async function names({ sql }: Project, proxied: Proxied, code: string): Promise<Figure> {
  const knock = (name: string) =>
    proxied.ask({ host: name, path: `/qr/${code}` }).then(
      ({ status }) => String(status),
      ({ code: failure, message }: NodeJS.ErrnoException) => failure ?? message,
    );
  const [stranger, before] = [await knock('stranger.test'), await knock(ownHost)];
  await sql(`insert into hosts (organization_id, host, purposes, token, state, verified_at)
    select id, '${ownHost}', '{links,forms}', repeat('0', 32), 'verified', now() from organizations`);
  const after = await until('a certificate for the verified name', async () => {
    const answer = await knock(ownHost);
    return answer === '302' && answer;
  });
  const isRefused = [stranger, before].every((answer) => !/^\d+$/.test(answer));
  return { values: { stranger, before, after }, ok: isRefused && after === '302' };
}

type Scene = { project: Project; proxied: Proxied; code: string };

async function replace(machine: Machine, { project, proxied, code }: Scene): Promise<Figure> {
  const load = startLoad(proxied, code);
  for (const name of processes) {
    await project.compose('up', '--detach', '--no-deps', '--force-recreate', name);
    const role = name.split('-')[0]!;
    const container = await project.containerOf(name);
    await until(
      `${name} again`,
      async () => (await machine.podman('exec', container, 'waggle', 'health', role)) !== '',
    );
    // As an operator waits: the proxy asks once a second.
    await pause(2_000);
  }
  const { answered, failed } = await load.stop();
  for (const [what, times] of failed) machine.say(`${times} times: ${what}`);
  return {
    values: { replaced: processes.length, answered, failed: failed.length },
    ok: failed.length === 0 && answered > 0,
  };
}

function startLoad(proxied: Proxied, code: string) {
  const questions = [
    { path: '/', expected: 200 },
    { path: `/qr/${code}`, expected: 302 },
    { path: '/api/auth/me', expected: 401 },
    { path: '/api/auth/logout', method: 'POST', expected: 204 },
  ];
  const failures = new Map<string, number>();
  const asked: Promise<void>[] = [];
  let answered = 0;
  const timer = setInterval(() => {
    const { expected, ...question } = questions[asked.length % questions.length]!;
    const count = (what: string) =>
      failures.set(`${question.path}: ${what}`, (failures.get(`${question.path}: ${what}`) ?? 0) + 1);
    asked.push(
      proxied.ask({ host, ...question }).then(
        ({ status }) => {
          answered += 1;
          if (status !== expected) count(String(status));
        },
        ({ message }: Error) => void count(message),
      ),
    );
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return { answered, failed: [...failures] };
    },
  };
}

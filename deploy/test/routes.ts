// Both proxies lead every path to the role that answers it. The roles are stand-ins that say who was asked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../apps/server/test/harness/postgres.ts';
import type { Figure } from '../../bench/figures.ts';
import { proxyBase } from './base-list.ts';
import { debianBase } from './bases.ts';
import { copyDeploy } from './compose-project.ts';
import type { Machine, Part } from './machine.ts';
import { until } from './people.ts';
import { createProxied } from './proxied.ts';
import { host, routes } from './route-list.ts';

/** The two roles, in nginx: each says its name and what it was asked. */
const standIns = ['api', 'edge']
  .map(
    (role, at) =>
      `server { listen 127.0.0.1:${3_000 + at}; location / { return 200 "${role} $request_method $request_uri"; } }`,
  )
  .join('\n');

const nginx = `cd /etc/ssl/waggle 2>/dev/null || { mkdir -p /etc/ssl/waggle; cd /etc/ssl/waggle; }
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=${host} -keyout privkey.pem -out fullchain.pem 2>/dev/null
cp /proxy/nginx.conf /etc/nginx/conf.d/waggle.conf
exec nginx -g 'daemon off;'`;
const caddy = `nginx
exec env PUBLIC_URL=https://${host} CADDY_OPTIONS='local_certs
skip_install_trust' caddy run --adapter caddyfile --config /proxy/Caddyfile`;

export const routing: Part = {
  name: 'routes',
  run: async (machine): Promise<Figure[]> => [await walk(machine, 'nginx', nginx), await walk(machine, 'caddy', caddy)],
};

async function walk(machine: Machine, name: string, script: string): Promise<Figure> {
  const image = await debianBase(machine, proxyBase);
  const folder = copyDeploy(machine, `routes-${name}`);
  writeFileSync(join(folder, 'roles.conf'), standIns);
  const port = await freePort();
  const mounts = [
    `--volume=${folder}/proxy:/proxy:ro`,
    `--volume=${folder}/roles.conf:/etc/nginx/conf.d/roles.conf:ro`,
  ];
  // The page Debian's nginx shows takes port 80, which Caddy wants.
  const start = `rm -f /etc/nginx/sites-enabled/default\n${script}`;
  const container = await machine.podman(
    'run',
    '--rm',
    '--detach',
    `--publish=127.0.0.1:${port}:443`,
    ...mounts,
    image,
    'sh',
    '-c',
    start,
  );
  const proxied = createProxied(port);
  try {
    await until(`${name} answers`, async () => (await proxied.ask({ host, path: '/' })).status === 200, 30);
    const wrong: string[] = [];
    for (const [method, path, role] of routes) {
      const { status, body } = await proxied.ask({ host, path, method });
      const isRight = role === 'nobody' ? status === 404 : body === `${role} ${method} ${path}`;
      if (!isRight) wrong.push(`${method} ${path}: ${status} ${body.slice(0, 80)}, and not ${role}`);
    }
    for (const each of wrong) machine.say(`${name}: ${each}`);
    return { values: { proxy: name, routes: routes.length, wrong: wrong.length }, ok: wrong.length === 0 };
  } finally {
    proxied.close();
    await machine.podman('kill', container);
  }
}

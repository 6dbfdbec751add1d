// What can be known of deploy/ without starting Waggle: scripts, compose files, proxies, and that nothing works without its secrets.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../../bench/figures.ts';
import { proxyBase } from './base-list.ts';
import { debianBase } from './bases.ts';
import { composeProgram, copyDeploy } from './compose-project.ts';
import type { Machine, Part } from './machine.ts';

const required = ['PUBLIC_URL', 'SMTP_URL', 'SECRET_KEY', 'OWNER_PASSWORD', 'APP_PASSWORD'];
const combinations = [
  ['compose.yaml'],
  ['compose.yaml', 'compose.trial.yaml'],
  ['compose.yaml', 'compose.scaled.yaml'],
];

export const files: Part = {
  name: 'files',
  async run(machine): Promise<Figure[]> {
    const folder = copyDeploy(machine, 'files');
    return [
      await scripts(machine, folder),
      await setup(machine, folder),
      await composeFiles(machine, folder),
      await proxies(machine, folder),
    ];
  },
};

async function scripts(machine: Machine, folder: string): Promise<Figure> {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && /^#!.*sh\b/.test(readFileSync(path, 'utf8')));
  const said = await succeeds(machine, machine.run('shellcheck', found));
  return { values: { scripts: found.length, shellcheck: said ? 'clean' : 'complains' }, ok: said && found.length > 0 };
}

async function setup(machine: Machine, folder: string): Promise<Figure> {
  const env = join(folder, '.env');
  const make = (...args: string[]) => machine.run('./setup', args, { cwd: folder });
  const read = () =>
    new Map(
      readFileSync(env, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [line.split('=', 2) as [string, string]])),
    );
  await make('https://waggle.example', 'smtp://user:pa$s@mail.example:587');
  const mode = (statSync(env).mode & 0o777).toString(8);
  const first = read();
  const refuses = !(await succeeds(undefined, make()));
  await machine.run('rm', [env]);
  await make();
  const second = read();
  const secrets = required.slice(2);
  const fresh = new Set(secrets.flatMap((key) => [first.get(key), second.get(key)])).size;
  const isLong = secrets.every((key) => (second.get(key) ?? '').length === 64);
  return {
    values: { env_mode: mode, different_secrets: fresh, overwrites: refuses ? 'never' : 'yes' },
    ok: mode === '600' && fresh === 2 * secrets.length && isLong && refuses,
  };
}

async function composeFiles(machine: Machine, folder: string): Promise<Figure> {
  const program = await composeProgram(machine);
  const config = (names: readonly string[], env: Record<string, string> = {}) =>
    succeeds(
      undefined,
      machine.run(program, [...names.flatMap((name) => ['--file', name]), 'config', '--quiet'], { cwd: folder, env }),
    );
  const valid = (await Promise.all(combinations.map((names) => config(names)))).filter(Boolean).length;
  // An empty value in the environment wins over .env.
  const refused = (await Promise.all(required.map((key) => config(['compose.yaml'], { [key]: '' })))).filter(
    (isValid) => !isValid,
  ).length;
  const texts = readdirSync(folder)
    .filter((name) => name.startsWith('compose.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const used = new Set([...texts.join('\n').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  const example = readFileSync(join(folder, '.env.example'), 'utf8');
  const listed = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));
  listed.delete('COMPOSE_FILE');
  const unlisted =
    [...used].filter((name) => !listed.has(name)).length + [...listed].filter((name) => !used.has(name)).length;
  const filled = required.filter((key) => new RegExp(`^${key}=.`, 'm').test(example)).length;
  return {
    values: { compose_valid: valid, refused_without: refused, unlisted, secrets_in_example: filled },
    ok: valid === combinations.length && refused === required.length && unlisted === 0 && filled === 0,
  };
}

/** In a container, since installing a proxy may start it on the ports of this machine. */
async function proxies(machine: Machine, folder: string): Promise<Figure> {
  const image = await debianBase(machine, proxyBase);
  const check = (script: string) =>
    succeeds(
      machine,
      machine.podman(
        'run',
        '--rm',
        '--network=none',
        `--volume=${join(folder, 'proxy')}:/proxy:ro`,
        image,
        'sh',
        '-c',
        script,
      ),
    );
  const caddy = await check(
    'PUBLIC_URL=https://waggle.example caddy validate --adapter caddyfile --config /proxy/Caddyfile',
  );
  const nginx = await check(`mkdir -p /etc/ssl/waggle && cd /etc/ssl/waggle &&
    openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=waggle.example -keyout privkey.pem -out fullchain.pem 2>/dev/null &&
    cp /proxy/nginx.conf /etc/nginx/conf.d/waggle.conf && nginx -t`);
  return { values: { caddy: caddy ? 'valid' : 'refused', nginx: nginx ? 'valid' : 'refused' }, ok: caddy && nginx };
}

/** Tells what was said against it, where somebody wants to know. */
const succeeds = (machine: Machine | undefined, running: Promise<string>): Promise<boolean> =>
  running.then(
    () => true,
    ({ message }: Error) => {
      machine?.say(message);
      return false;
    },
  );

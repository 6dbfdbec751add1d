// The image, by podman or docker: `node deploy/image/build.ts [--tag localhost/waggle] [--base debian:13-slim] [--out .data/image]`.
// Two builds of one source on one base have the same digest (with podman). The bill of materials and the licences land in --out.
// With --tree it stops at <out>/root/opt/waggle, which is what an installation without containers is made of.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledPackages, type DebianPackage, writeBill } from './bill.ts';
import { assemble } from './tree.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'localhost/waggle' },
    base: { type: 'string', default: 'debian:13-slim' },
    out: { type: 'string', default: '.data/image' },
    tree: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const root = join(out, 'root');
const version = (JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }).version;

rmSync(root, { recursive: true, force: true });
mkdirSync(root, { recursive: true });
const packages = assemble(source, join(root, 'opt/waggle'));
if (values.tree) console.log(`The installation is in ${join(root, 'opt/waggle')}.`);
else buildImage();

function buildImage(): void {
  const engine = findEngine();
  const builtAt = new Date(builtAtSeconds() * 1_000);
  const seconds = String(builtAt.getTime() / 1_000);
  // Docker takes the time by the argument and has no flag for it.
  const time = engine === 'podman' ? ['--timestamp', seconds] : ['--build-arg', `SOURCE_DATE_EPOCH=${seconds}`];
  const tags = [version, 'latest'].flatMap((tag) => ['--tag', `${values.tag}:${tag}`]);
  const labels = Object.entries({ version, revision: revision() }).flatMap(([key, value]) => [
    '--label',
    `org.opencontainers.image.${key}=${value}`,
  ]);
  const from = ['--build-arg', `BASE=${values.base}`, '--file', join(source, 'deploy/Containerfile')];
  // Nothing is fetched while it is built, and nothing of a former build is taken over.
  run(engine, 'build', '--quiet', '--no-cache', '--network=none', ...time, ...tags, ...labels, ...from, root);
  const inside = {
    version,
    builtAt,
    packages: [...packages, ...bundledPackages(source)],
    debian: debianPackages(engine),
  };
  writeBill(out, inside);
  const image = run(engine, 'image', 'inspect', '--format', '{{.Id}}', `${values.tag}:${version}`).replace(
    'sha256:',
    '',
  );
  writeFileSync(join(out, 'image.txt'), `${values.tag}:${version} sha256:${image}\n`);
  console.log(`${values.tag}:${version} sha256:${image}\nBill of materials and licences: ${out}`);
}

function findEngine(): string {
  const found = ['podman', 'docker'].find((engine) => succeeds(engine, 'info'));
  if (!found) throw new Error('Neither podman nor docker runs here.');
  return found;
}

/** Of the commit, so that everybody who builds it gets the same. */
function builtAtSeconds(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given) return Number(given);
  const committed = git('log', '-1', '--format=%ct');
  return committed ? Number(committed) : Math.floor(statSync(join(source, 'package.json')).mtimeMs / 1_000);
}

function revision(): string {
  return (
    process.env['SOURCE_REVISION'] ??
    (git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*') || 'unknown')
  );
}

/** Nothing without a repository. */
function git(...args: string[]): string {
  return succeeds('git', '-C', source, 'rev-parse') ? run('git', '-C', source, ...args) : '';
}

function debianPackages(engine: string): DebianPackage[] {
  const how = ['--rm', '--network=none', '--entrypoint=dpkg-query', values.tag];
  const text = run(engine, 'run', ...how, '--show', '--showformat=${Package} ${Version} ${Architecture}\\n');
  return text.split('\n').map((line) => {
    const [name = '', packaged = '', architecture = ''] = line.split(' ');
    return { name, version: packaged, architecture };
  });
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

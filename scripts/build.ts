// The browser app into apps/web/dist, and the server into apps/server/dist: workspace code bundled, npm packages left out.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverRequire = createRequire(new URL('../apps/server/package.json', import.meta.url));
const { build } = (await import(
  serverRequire.resolve('rolldown')
)) as typeof import('../apps/server/node_modules/rolldown/dist/index.mjs');

rmSync(`${root}apps/server/dist`, { recursive: true, force: true });
await build({
  input: `${root}apps/server/src/cli.ts`,
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('#') && !id.startsWith('@waggle/'),
  output: { dir: `${root}apps/server/dist`, format: 'esm', entryFileNames: 'waggle.js', codeSplitting: false },
});
cpSync(`${root}apps/server/db/migrations`, `${root}apps/server/dist/migrations`, { recursive: true });

execFileSync('node_modules/.bin/vite', ['build', 'apps/web'], { cwd: root, stdio: 'inherit' });

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('what only a test uses is found, in a file of its own and as an export', () => {
  const copy = copyOfSources();
  const platform = join(copy, 'apps/server/src/platform');
  writeFileSync(join(platform, 'planted.ts'), 'export const planted = 1;\n');
  writeFileSync(
    join(platform, 'planted.test.ts'),
    "import './planted.ts';\nimport { alsoPlanted } from './log.ts';\nalsoPlanted();\n",
  );
  appendFileSync(join(platform, 'log.ts'), '\nexport function alsoPlanted(): void {}\n');

  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/knip'), ['--production'], {
    cwd: copy,
    encoding: 'utf8',
  });

  expect(stdout).toContain('src/platform/planted.ts');
  expect(stdout).toContain('alsoPlanted');
  expect(status).toBe(1);
});

/** Sources and settings alone; packages are those of this folder. */
function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'waggle-dead-code-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const isOurs = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path);
  for (const folder of ['apps', 'packages', 'scripts'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: isOurs });
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'knip.jsonc', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(root, file), join(copy, file));
  for (const packages of globSync('{.,apps/*,packages/*}/node_modules', { cwd: root }))
    symlinkSync(join(root, packages), join(copy, packages));
  return copy;
}

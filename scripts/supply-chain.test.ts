import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { judgeAudit } from './audit.ts';
import {
  complaintsAbout,
  decidedBuilds,
  isOlder,
  packagesIn,
  undecidedBuilds,
  unpinned,
  unreviewed,
  weakSettings,
} from './supply-chain.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = readFileSync(`${root}pnpm-lock.yaml`, 'utf8');

it('S12, T45: the packages of today have no known hole, are pinned and run nothing undecided', () => {
  expect(complaintsAbout(root, new Date())).toEqual([]);
  expect(packagesIn(lock).length).toBeGreaterThan(500);
});

it.each([
  ['liquidjs', '10.20.0', 'liquidjs 10.20.0 has CVE-2026-44645'],
  ['nodemailer', '6.9.0', 'nodemailer 6.9.0 has GHSA-c7w3-x93f-qmm8'],
  ['better-auth', '1.4.0-beta.3', 'better-auth 1.4.0-beta.3 has CVE-2026-45364'],
])('S12, T45: the check fails on a planted %s %s', (name, version, complaint) => {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-lock-'));
  for (const file of ['package.json', 'pnpm-workspace.yaml']) cpSync(root + file, join(folder, file));
  const planted = lock.replace(new RegExp(String.raw`^  ${name}@[\d.]+:$`, 'm'), `  ${name}@${version}:`);
  writeFileSync(join(folder, 'pnpm-lock.yaml'), planted);

  const { status, stdout } = spawnSync('node', [`${root}scripts/supply-chain.ts`, folder], { encoding: 'utf8' });

  expect(planted).not.toBe(lock);
  expect([status, stdout]).toEqual([1, expect.stringContaining(complaint)]);
  rmSync(folder, { recursive: true });
});

it.each([
  ['1.2.3', '1.2.4', true],
  ['1.2.4', '1.2.4', false],
  ['1.10.0', '1.9.9', false],
  ['10.0.0', '9.1.0', false],
  ['9.1.0-rc.1', '9.1.0', true],
  ['0.9', '1.0.0', true],
])('S12, T45: %s is older than %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});

it('S12, T45: a range, a tag, an address and a package that runs code are named', () => {
  const pins = {
    a: '^1.0.0',
    b: 'latest',
    c: 'git+https://example.org/c.git',
    d: '1.0.0',
    e: 'workspace:*',
    f: 'npm:g@2.0.1',
  };
  const decided = decidedBuilds("allowBuilds:\n  esbuild: true\n  '@swc/core': false\nother: x\n");

  expect(unpinned('package.json', { dependencies: pins })).toHaveLength(3);
  expect([...decided]).toEqual([
    ['esbuild', true],
    ['@swc/core', false],
  ]);
  expect(
    undecidedBuilds(
      [
        { name: 'esbuild', scripts: { postinstall: 'x' } },
        { name: 'evil', scripts: { preinstall: 'x' } },
        { name: 'good', scripts: { test: 'x' } },
      ],
      decided,
    ),
  ).toEqual([expect.stringContaining('evil runs code')]);
  expect(weakSettings('dangerouslyAllowAllBuilds: true\nminimumReleaseAge: 10\n')).toHaveLength(2);
});

it('S12, T45: a list nobody has looked at for three months stops the check', () => {
  const advisories = { reviewed: '2026-01-01', packages: [] };

  expect(unreviewed(advisories, new Date('2026-03-31'))).toEqual([]);
  expect(unreviewed(advisories, new Date('2026-04-15'))).toHaveLength(1);
});

it('S12, T45: what the registry knows counts, and a registry that knows nothing is said so', () => {
  const hole = {
    severity: 'high',
    module_name: 'x',
    title: 'A hole',
    url: 'https://example.org/1',
    patched_versions: '>=2',
  };

  expect(judgeAudit(JSON.stringify({ advisories: { 1: hole } }))).toEqual({
    asked: true,
    holes: ['high x: A hole (https://example.org/1), repaired in >=2'],
  });
  expect(judgeAudit(JSON.stringify({ advisories: { 1: { ...hole, severity: 'low' } } }))).toEqual({
    asked: true,
    holes: [],
  });
  expect(judgeAudit('')).toEqual({ asked: false, holes: [] });
  expect(judgeAudit('{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}')).toEqual({ asked: false, holes: [] });
});

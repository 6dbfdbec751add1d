import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { revisionBefore } from './upgrade-revision.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-revisions-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let seconds = 1_700_000_000;
function git(...args: string[]): string {
  seconds += 60;
  const date = `${seconds} +0000`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', env }).trim();
}
function commit(title: string): string {
  git('commit', '--quiet', '--allow-empty', '--message', title);
  return git('rev-parse', 'HEAD');
}

test('F37: an upgrade begins with the newest release below this commit', () => {
  commit('one');
  git('tag', 'v0.1.0');
  const second = commit('two');
  git('tag', '--annotate', '--message', 'two', 'v0.2.0');
  commit('three');
  git('tag', 'v0.3.0');

  expect(revisionBefore(undefined, folder)).toBe(second);
});

test('F37: a revision that is named wins', () => {
  const first = commit('one');
  commit('two');
  git('tag', 'v0.1.0');
  commit('three');

  expect(revisionBefore(first.slice(0, 9), folder)).toBe(first);
});

test('F37: without a release it is not guessed', () => {
  commit('one');
  commit('two');

  expect(() => revisionBefore(undefined, folder)).toThrow('pnpm faults upgrade <revision>');
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleBrowser } from './bundle-browser.ts';

/** Bytes with gzip. The page of a form has 75,000 in all. */
const most = { embed: 4_000, page: 12_000 };

test.each(['embed', 'page'] as const)('the script %s is one small file for browsers of 2018', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-embed-'));
  await bundleBrowser(folder);
  const script = readFileSync(join(folder, `${name}.js`), 'utf8');
  rmSync(folder, { recursive: true });

  expect(gzipSync(script).length).toBeLessThanOrEqual(most[name]);
  // Signs of a later language: optional chaining, nullish values, private fields, modules.
  expect(script).not.toMatch(/\?\.[a-z[(]|\?\?|this\.#|\bimport\b|\bexport\b/);
});

// The browser app into apps/web/dist, and the server into apps/server/dist: workspace code bundled, npm packages left out.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundleBrowser } from './bundle-browser.ts';
import { bundle, bundleServer } from './bundle-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

rmSync(`${root}apps/server/dist`, { recursive: true, force: true });
await bundleServer('apps/server/src/cli.ts', 'waggle.js');
await bundle('apps/server/src/health.ts', 'health.js');
await bundle('scripts/dev/mailbox-server.ts', 'mailbox.js');
await bundleBrowser();
writeFileSync(`${root}apps/server/dist/build.json`, JSON.stringify({ commit: commitOfSource() }));
cpSync(`${root}apps/server/db/migrations`, `${root}apps/server/dist/migrations`, { recursive: true });

execFileSync('node_modules/.bin/vite', ['build', 'apps/web'], { cwd: root, stdio: 'inherit' });

// Compressed once here at the best level, instead of for every visitor at a quick one.
for (const file of globSync(`${root}apps/web/dist/**/*.{js,css,html,svg,json}`)) {
  const text = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}

/** An archive of the source has no commit. */
function commitOfSource(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: 'pipe' }).toString().trim();
  } catch {
    return 'unknown';
  }
}

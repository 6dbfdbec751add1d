import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = `${root}apps/server/dist`;

/**
 * An entry of the server as one file of JavaScript in apps/server/dist, and beside it those of its threads: workspace code
 * bundled, npm packages left out.
 */
export async function bundleServer(input: string, name: string): Promise<string> {
  await bundle(input, name);
  for (const entry of globSync('apps/server/src/threads/*.ts', { cwd: root }))
    await bundle(entry, `threads/${basename(entry, '.ts')}.js`);
  return `${dir}/${name}`;
}

export const bundle = (input: string, entryFileNames: string) =>
  build({
    input: root + input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('#') && !id.startsWith('@waggle/'),
    output: { dir, format: 'esm', entryFileNames, codeSplitting: false },
  });

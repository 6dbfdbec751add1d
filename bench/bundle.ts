import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How people start a process of ours. */
export const nodeOptions = ['--max-semi-space-size=4', '--max-old-space-size=1024'];

/** What people run: one file of JavaScript. From its sources the process would need 100 MB more, to strip their types. */
export async function bundle(input: string, name: string): Promise<string> {
  const dir = `${root}apps/server/dist`;
  await build({
    input: root + input,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('#') && !id.startsWith('@waggle/'),
    output: { dir, format: 'esm', entryFileNames: name, codeSplitting: false },
  });
  return `${dir}/${name}`;
}

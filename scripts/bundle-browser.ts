import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `embed` is loaded by other sites, `page` by the pages of forms. */
const scripts = { embed: 'packages/embed/src/embed.ts', page: 'packages/form-page/src/page.ts' };

/** Scripts the edge serves to strangers: each one file, for browsers of 2018 and later. */
export async function bundleBrowser(dir = `${root}apps/server/dist/browser`): Promise<void> {
  for (const [name, input] of Object.entries(scripts))
    await build({
      input: `${root}${input}`,
      platform: 'browser',
      transform: { target: 'es2018' },
      output: { dir, format: 'iife', entryFileNames: `${name}.js`, minify: true, codeSplitting: false },
    });
}

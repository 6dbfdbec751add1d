import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

type Texts = { [key: string]: string | Texts };

const source = fileURLToPath(new URL('./src/', import.meta.url));
/** Shared texts, and those of each feature: `<language>/<namespace>.json`. */
const folders = ['locales', 'features/*/locales'];
const list = 'virtual:texts';

/**
 * One file for each language and namespace, fetched when a screen first needs it. A namespace that several folders have,
 * such as `shell`, is put together here, so that a feature brings its label in the sidebar itself and costs no request more.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === list || id.startsWith(`${list}/`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${list}`) return loaders();
      if (!id.startsWith(`\0${list}/`)) return null;
      const paths = pathsOf(id.slice(list.length + 2));
      for (const path of paths) this.addWatchFile(path);
      return `export default ${JSON.stringify(paths.map(read).reduce((all, own) => merge(all, own), {}))}`;
    },
  };
}

const pathsOf = (key: string) => globSync(folders.map((folder) => `${source}${folder}/${key}.json`)).sort();
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Texts;

function loaders(): string {
  const keys = new Set(pathsOf('*/*').map((path) => path.split('/').slice(-2).join('/').replace('.json', '')));
  return `export default {${[...keys].map((key) => `'${key}': () => import('${list}/${key}')`).join(',')}}`;
}

function merge(all: Texts, own: Texts): Texts {
  const merged = { ...all };
  for (const [key, text] of Object.entries(own)) {
    // A key such as `valueOf` is in every object.
    const there = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (typeof there === 'object' && typeof text === 'object') merged[key] = merge(there, text);
    else if (there === undefined) merged[key] = text;
    else throw new Error(`The text "${key}" is in two files.`);
  }
  return merged;
}

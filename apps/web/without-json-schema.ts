import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const files = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Every zod schema can describe itself as JSON Schema, which only the server's API reference asks for. In the browser that
 * is 18 kB (5.7 kB compressed) of the first load: asked for there, it throws.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: {
      filter: { id: files },
      handler: (id) => `const absent = () => () => { throw new Error('No JSON Schema in the browser'); };
export { ${namesIn(readFileSync(id, 'utf8')).join(', ')} };`,
    },
  };
}

const namesIn = (source: string): string[] => [
  ...[...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `absent as ${name}`),
  ...[...source.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => `absent as ${name}`),
];

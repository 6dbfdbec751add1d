import type { Endpoint, Entity } from '@waggle/contracts/endpoint';
import type { z } from 'zod';

type Part = 'params' | 'query' | 'body';
/** One place of one call where an id can be put; `0` in the path stands for an array's element. */
export type Slot = { endpoint: Endpoint; part: Part; path: string[]; entity: Entity };

type Leaf = { path: string[]; schema: z.core.$ZodType; entity: Entity | undefined };

export const slotsOf = (endpoint: Endpoint): Slot[] =>
  leavesOf(endpoint).flatMap(({ part, path, entity }) => (entity ? [{ endpoint, part, path, entity }] : []));

/** Every value a call takes, wherever it is nested. */
export const leavesOf = (endpoint: Endpoint): (Leaf & { part: Part })[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? walk(schema, []).map((leaf) => ({ ...leaf, part })) : [];
  });

/** The shapes zod wraps around a value; what is not listed here stops the matrix, so that no slot hides in a new one. */
function walk(schema: z.core.$ZodType, path: string[]): Leaf[] {
  const entity = (schema as z.ZodType).meta()?.['idOf'] as Entity | undefined;
  if (entity) return [{ path, schema, entity }];

  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => walk(inner, [...path, key]));
    case 'array':
      return walk(def.element, [...path, '0']);
    case 'tuple':
      return def.items.flatMap((inner, at) => walk(inner, [...path, String(at)]));
    case 'union':
      return def.options.flatMap((inner) => walk(inner, path));
    case 'record':
      return walk(def.valueType, [...path, 'key']);
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return walk(def.innerType, path);
    case 'pipe':
      return walk(def.in, path);
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [{ path, schema, entity: undefined }];
    default:
      throw new Error(`The tenant matrix cannot look into a "${def.type}" at ${path.join('.')}; teach it how.`);
  }
}

export type Input = { params?: unknown; query?: unknown; body?: unknown };

/** The same call with another value in that slot. */
export function withValue(input: Input, { part, path }: Slot, value: unknown): Input {
  const changed = structuredClone(input) as Record<Part, Record<string, unknown>>;
  let place = (changed[part] ??= {});
  for (const key of path.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>;
  place[path.at(-1)!] = value;
  return changed;
}

/** Method, address and body as they go over the wire. */
export function wire(endpoint: Endpoint, input: Input): { method: string; url: string; body: unknown } {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
  const query = new URLSearchParams(pairs).toString();
  return { method: endpoint.method, url: query ? `${path}?${query}` : path, body: input.body };
}

import type { Endpoint, Entity } from '@waggle/contracts/endpoint';
import type { z } from 'zod';

type Part = 'params' | 'query' | 'body';
/** One place of one call where an id can be put; `0` in the path stands for an array's element. */
export type Slot = { endpoint: Endpoint; part: Part; path: string[]; entity: Entity };

type Leaf = { path: string[]; schema: Inner; entity: Entity | undefined };

export const slotsOf = (endpoint: Endpoint): Slot[] =>
  leavesOf(endpoint).flatMap(({ part, path, entity }) => (entity ? [{ endpoint, part, path, entity }] : []));

/** Every value a call takes, wherever it is nested. */
export const leavesOf = (endpoint: Endpoint): (Leaf & { part: Part })[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? walk(schema, []).map((leaf) => ({ ...leaf, part })) : [];
  });

/** What a schema of each kind holds, by the key it is reached with; '' is the same place. */
const parts: Record<string, (def: Def) => [key: string, inner: Inner][]> = {
  object: ({ shape }) => Object.entries(shape),
  array: ({ element }) => [['0', element]],
  tuple: ({ items }) => items.map((inner, at) => [String(at), inner]),
  union: ({ options }) => options.map((inner) => ['', inner]),
  record: ({ valueType }) => [['key', valueType]],
  pipe: (def) => [['', def.in]],
  lazy: ({ getter }) => [['', getter()]],
  ...Object.fromEntries(
    ['nullable', 'optional', 'default', 'prefault', 'readonly', 'catch'].map((kind) => [
      kind,
      ({ innerType }: Def): [string, Inner][] => [['', innerType]],
    ]),
  ),
};
const leafKinds = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

type Inner = z.core.$ZodType;
type Def = {
  type: string;
  shape: Record<string, Inner>;
  element: Inner;
  items: Inner[];
  options: Inner[];
  valueType: Inner;
  in: Inner;
  innerType: Inner;
  getter: () => Inner;
};

/** A kind that is not listed stops the matrix, so that no slot hides in a new one. */
function walk(schema: Inner, path: string[]): Leaf[] {
  const entity = (schema as z.ZodType).meta()?.['idOf'] as Entity | undefined;
  const def = (schema as z.ZodType).def as unknown as Def;
  if (entity || leafKinds.has(def.type)) return [{ path, schema, entity }];
  // Groups of rules hold groups of rules, all alike: the second level stands for those below.
  if (path.filter((key) => key === 'rules').length > 3) return [];

  // So do the steps of an automation.
  if (path.filter((key) => key === 'lanes').length > 1) return [];

  const inner = parts[def.type]?.(def);
  if (!inner) throw new Error(`The tenant matrix cannot look into a "${def.type}" at ${path.join('.')}; teach it how.`);
  return inner.flatMap(([key, part]) => walk(part, key ? [...path, key] : path));
}

export type Input = { params?: unknown; query?: unknown; body?: unknown; upload?: unknown };

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
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const pairs = Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, textOf(value)]);
  const query = new URLSearchParams(pairs).toString();
  return { method: endpoint.method, url: query ? `${path}?${query}` : path, body: input.upload ?? input.body };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

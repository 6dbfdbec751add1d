/** Parameters as they came: strings, in hashes and lists. */
export type Input = string | Input[] | { [name: string]: Input };
export type Hash = { [name: string]: Input };

/** Reads `items[0][price]=a&expand[]=b` into nested hashes; those whose names all count from 0 are lists. */
export function parseForm(text: string): Hash {
  const root: Hash = {};
  for (const [name, value] of new URLSearchParams(text)) put(root, namesIn(name), value);
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

const namesIn = (name: string): string[] => [
  name.split('[', 1)[0] ?? name,
  ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part),
];

function put(hash: Hash, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(hash).length) : name;
  if (rest.length === 0) {
    hash[key] = value;
    return;
  }
  const inner = hash[key];
  const next: Hash = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  hash[key] = next;
  put(next, rest, value);
}

function withLists(value: Input): Input {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

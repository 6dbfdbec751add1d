import { refuseOddShape } from '../../platform/http/json-body.ts';

/** A Map, so that a key named like a part of every object is a key like any other. */
export function typedIn(body: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    refuseOddShape(body);
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? new Map(Object.entries(read))
      : undefined;
  } catch {
    return undefined;
  }
}

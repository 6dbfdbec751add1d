import { get, set, type FieldErrors } from 'react-hook-form';

type Complaint = { path: string; message: string };

/** The tree the form library keeps complaints in: fields, parts of fields, and items of lists. */
export function treeOf(issues: readonly { path: readonly PropertyKey[]; code: string; message: string }[]) {
  const errors: FieldErrors = {};
  for (const { path, code, message } of issues) {
    const name = path.join('.');
    const known = get(errors, name) as Partial<Record<string, unknown>> | undefined;
    if (known?.['message'] === undefined) set(errors, name, { ...known, type: code, message });
  }
  return errors;
}

/** Every complaint in a part of the tree, those about the part itself first. */
export function complaintsIn(error: unknown, path = ''): Complaint[] {
  if (typeof error !== 'object' || error === null) return [];
  const { ref: _element, message, ...parts } = error as Record<string, unknown>;
  const own = typeof message === 'string' ? [{ path, message }] : [];
  const below = Object.entries(parts).flatMap(([part, inner]) => complaintsIn(inner, path ? `${path}.${part}` : part));
  return [...own, ...below];
}

/** Whether a field on screen is about the path, or about what it is a part of. */
export const isShown = (shown: ReadonlySet<string>, path: string): boolean =>
  path.split('.').some((_, at, parts) => shown.has(parts.slice(0, at + 1).join('.')));

import { fieldsInOrder } from '@waggle/forms/pages';
import { createBoundedCache } from '../../platform/bounded-cache.ts';
import type { Progress } from './progress.ts';
import type { AskedVersion, PublishedForm } from './published-forms.ts';

/** Pages on which somebody writes, of some hours. A visitor who was forgotten counts once more. */
const mostVisits = 50_000;

/** Counts how far each visitor came, every step once, however often it is told. `pageId` is that of a signed page. */
export function createVisits(progress: Progress) {
  const known = createBoundedCache<Set<string>>(mostVisits);

  return function reach(
    form: PublishedForm,
    asked: AskedVersion,
    visit: { pageId: string; fieldIds: readonly string[] },
  ) {
    const before = known.get(visit.pageId);
    const seen = before ?? new Set<string>();
    const told = new Set(visit.fieldIds);
    const fresh = fieldsInOrder(asked.definition)
      .filter(({ id, type }) => type !== 'hidden' && told.has(id) && !seen.has(id))
      .map(({ id }) => id);
    if (fresh.length === 0) return;
    if (!before) progress.start(form, asked.version);
    progress.reach(form, asked.version, fresh);
    fresh.forEach((id) => seen.add(id));
    known.set(visit.pageId, seen);
  };
}

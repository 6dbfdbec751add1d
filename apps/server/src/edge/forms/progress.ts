import type { InboxEvent } from '../../platform/inbox/event.ts';
import type { Inbox } from '../../platform/inbox/append.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { PublishedForm } from './published-forms.ts';

/** What a process that is killed forgets is what came within this time. */
const flushMs = 60_000;
/** Forms counted at once; with more, what there is is told sooner. */
const mostForms = 2_000;

type Sums = NonNullable<InboxEvent['signals']['progress']>;
type Of = Pick<PublishedForm, 'id' | 'organizationId' | 'clientId'>;

/** Counts visitors in memory and tells sums, so that a busy form is one event a minute and not one for each visitor. */
export function countProgress(inbox: Pick<Inbox, 'append'>, now: () => number = Date.now) {
  const nextId = createUuidV7(now);
  let counted = new Map<string, { of: Of; sums: Sums }>();

  function flush(): void {
    const told = counted;
    counted = new Map();
    for (const { of, sums } of told.values())
      inbox.append({
        id: nextId(),
        organizationId: of.organizationId,
        clientId: of.clientId,
        kind: 'form-progress',
        subjectId: of.id,
        happenedAt: now(),
        signals: { address: '', progress: sums },
      });
  }

  function sumsOf(of: Of, version: number): Sums {
    const key = `${of.id} ${version}`;
    const known = counted.get(key);
    if (known) return known.sums;
    if (counted.size >= mostForms) flush();
    const sums: Sums = { version, views: 0, starts: 0, reached: {} };
    counted.set(key, { of, sums });
    return sums;
  }

  const timer = setInterval(flush, flushMs);
  timer.unref();

  return {
    view: (form: Of, version: number) => void (sumsOf(form, version).views += 1),
    start: (form: Of, version: number) => void (sumsOf(form, version).starts += 1),
    /** Each field once for one visitor; the caller knows that they are fields of the version. */
    reach(form: Of, version: number, fieldIds: readonly string[]): void {
      const { reached } = sumsOf(form, version);
      for (const id of fieldIds) reached[id] = (reached[id] ?? 0) + 1;
    },
    flush,
    close(): void {
      clearInterval(timer);
      flush();
    },
  };
}
export type Progress = ReturnType<typeof countProgress>;

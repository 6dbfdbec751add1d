import type { ContactActivity } from '@waggle/contracts/contacts';

export type Day = { key: string; when: 'today' | 'yesterday' | 'earlier'; items: ContactActivity[] };

/** The day as it is where the reader is, e.g. 2026-5-12. */
const dayOf = (instant: Date) => `${instant.getFullYear()}-${instant.getMonth() + 1}-${instant.getDate()}`;

/** Activity in the order it came, newest first, split where the day changes. */
export function byDay(items: readonly ContactActivity[], now = new Date()): Day[] {
  const today = dayOf(now);
  const yesterday = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  const days: Day[] = [];
  for (const item of items) {
    const key = dayOf(new Date(item.happenedAt));
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else {
      const when = key === today ? 'today' : key === yesterday ? 'yesterday' : 'earlier';
      days.push({ key, when, items: [item] });
    }
  }
  return days;
}

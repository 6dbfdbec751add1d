import { useEffect } from 'react';

/** A record somebody looked at in this tab. */
export type RecentRecord = { kind: string; id: string; label: string; href: string };

const key = 'waggle.recent';
const kept = 8;

type Kept = { userId: string; records: RecentRecord[] };

/** Names of customers: kept in this tab only, and shown to nobody but the person who looked. */
export function readRecent(userId: string): RecentRecord[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept?.userId === userId ? kept.records : [];
  } catch {
    return [];
  }
}

export function noteRecent(userId: string, record: RecentRecord): void {
  const others = readRecent(userId).filter(({ id }) => id !== record.id);
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, records: [record, ...others].slice(0, kept) } satisfies Kept));
  } catch {
    // Storage is blocked or full; nothing depends on it.
  }
}

/** Notes the record while it is on screen, once its name is known. */
export function useNoteRecent(userId: string, record: RecentRecord | undefined): void {
  const { kind, id, label, href } = record ?? {};
  useEffect(() => {
    if (kind && id && label && href) noteRecent(userId, { kind, id, label, href });
  }, [userId, kind, id, label, href]);
}

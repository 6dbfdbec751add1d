import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInbox } from '../../apps/server/src/platform/inbox/append.ts';
import { createUuidV7 } from '../../apps/server/src/platform/uuid-v7.ts';
import type { InboxEvent } from '../../apps/server/src/platform/inbox/event.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { browserOf, chancesOf } from './readers.ts';

export type Code = { id: string; organizationId: string; clientId: string | null; name: string; scans: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 90;
/** Share of a day's scans in each hour from 8 am to 9 pm on the west coast, in a thousand. */
const hours = [30, 60, 80, 90, 120, 110, 80, 70, 80, 90, 80, 60, 30, 20];
const firstHourUtc = 16;

/** Scans of three months go through the inbox, as the edge would have written them then, and the worker counts them. */
export async function scanCodes(database: Database, codes: readonly Code[], now: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-demo-scans-'));
  const inbox = await openInbox(database, folder, createLog({ LOG_LEVEL: 'warn' }, 'demo'));
  for (const code of codes) for (const event of scansOf(code, now)) inbox.append(event);
  await inbox.close();
  rmSync(folder, { recursive: true, force: true });
}

const nextId = createUuidV7();

function scansOf({ id, organizationId, clientId, name, scans }: Code, now: number): InboxEvent[] {
  return Array.from({ length: scans }, (_, at) => {
    const visitor = `${name} ${at}`;
    const headers = browserOf(visitor);
    return {
      id: nextId(),
      organizationId,
      clientId,
      kind: 'scan',
      subjectId: id,
      happenedAt: timeOf(visitor, now),
      signals: {
        address: headers['x-forwarded-for'] ?? '',
        ...(headers['user-agent'] && { userAgent: headers['user-agent'] }),
        ...(headers['accept'] && { accept: headers['accept'] }),
        ...(headers['accept-language'] && { language: headers['accept-language'] }),
      },
    };
  });
}

/** More in the last weeks, at lunch and in the afternoon, and never in the future. */
export function timeOf(visitor: string, now: number): number {
  const chance = chancesOf(visitor);
  const daysAgo = 1 + Math.floor(days * (chance(7) / 1_000) ** 1.4);
  let rest = chance(8);
  const hour = Math.max(
    0,
    hours.findIndex((share) => (rest -= share) < 0),
  );
  const midnight = Math.floor(now / dayMs) * dayMs - daysAgo * dayMs;
  const time = midnight + (firstHourUtc + hour) * hourMs + chance(9) * 3_600;
  return time > now ? time - dayMs : time;
}

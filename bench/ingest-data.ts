import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import type { InboxEvent, Signals } from '../apps/server/src/platform/inbox/event.ts';

const corpus = new URL('../apps/server/src/features/engagement/corpus/', import.meta.url);

/** Shapes of real requests, about half of them by people. */
export function readSignals(): Omit<Signals, 'address'>[] {
  return readdirSync(corpus)
    .filter((file) => file.endsWith('.tsv'))
    .flatMap((file) => {
      const [head = '', ...lines] = readFileSync(new URL(file, corpus), 'utf8').trimEnd().split('\n');
      const names = head.split('\t');
      return lines.map((line) => {
        const cells = line.split('\t').flatMap((cell, at) => (cell === '-' ? [] : [[names[at], cell]]));
        const { label: _, source: __, subjects: ___, ...signals } = Object.fromEntries(cells) as Record<string, string>;
        return signals;
      });
    });
}

export type Code = { organizationId: string; subjectId: string; shortCode: string };

/** Organizations in different time zones, each with the same number of codes, and the rows the edge answers from. */
export async function makeCodes(owner: pg.Pool, organizations: number, each: number): Promise<Code[]> {
  const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC'];
  await owner.query(
    `insert into organizations (name, timezone) select 'Organization ' || n, ($2::text[])[n % 4 + 1] from generate_series(1, $1) n`,
    [organizations, zones],
  );
  const { rows } = await owner.query<Code>(
    `insert into qr_codes (organization_id, name, short_code, target_url, design)
     select id, 'Code ' || n, translate(substr(md5(id::text || n), 1, 12), '0', 'x'), 'https://example.org/' || n, '{}'
     from organizations cross join generate_series(1, $1) n
     returning organization_id as "organizationId", id as "subjectId", short_code as "shortCode"`,
    [each],
  );
  await owner.query(
    `insert into link_targets (short_code, organization_id, kind, ref_id, target_url)
     select short_code, organization_id, 'qr', id, target_url from qr_codes`,
  );
  await owner.query('analyze');
  return rows;
}

/** Half of the scans fall on a tenth of the codes. Visitors come back: there are fewer of them than scans. */
export function makeScan(codes: readonly Code[], signals: readonly Omit<Signals, 'address'>[]): InboxEvent {
  const { organizationId, subjectId } =
    codes[randomInt(2) === 0 ? randomInt(codes.length) : randomInt(codes.length / 10) * 10]!;
  const happenedAt = Date.now();
  const visitor = randomInt(50_000);
  return {
    id: idAt(happenedAt),
    organizationId,
    clientId: null,
    kind: 'scan',
    subjectId,
    happenedAt,
    signals: { ...signals[visitor % signals.length]!, address: `203.${visitor >> 8}.0.${visitor & 255}` },
  };
}

function idAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export const digest = (rows: unknown): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex');

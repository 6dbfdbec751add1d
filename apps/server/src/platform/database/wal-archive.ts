import { metrics } from '@opentelemetry/api';
import type pg from 'pg';
import type { Database } from './database.ts';

export type WalArchive = {
  /** Of the segment that was archived last; null when none ever was. */
  ageSeconds: number | null;
  isFailing: boolean;
};

/** Null on a server that does not archive its write-ahead log. Every login may ask. */
export async function findWalArchive(pool: pg.Pool): Promise<WalArchive | null> {
  const { rows } = await pool.query<WalArchive & { isOn: boolean }>(
    `select current_setting('archive_mode') <> 'off' as "isOn",
       extract(epoch from clock_timestamp() - last_archived_time)::float8 as "ageSeconds",
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
     from pg_stat_archiver`,
  );
  const { isOn, ageSeconds, isFailing } = rows[0]!;
  return isOn ? { ageSeconds, isFailing } : null;
}

/** What a restore to a moment would lose. Nothing is shown for a server that does not archive. */
export function observeWalArchive({ pool }: Database): void {
  const meter = metrics.getMeter('waggle');
  const age = meter.createObservableGauge('wal_archive_age_seconds', {
    description: 'Time since the write-ahead log was archived last.',
    unit: 's',
  });
  const failing = meter.createObservableGauge('wal_archive_failing', {
    description: '1 while the newest try to archive the write-ahead log has failed.',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const archive = await findWalArchive(pool).catch(() => null);
      if (!archive) return;
      if (archive.ageSeconds !== null) result.observe(age, archive.ageSeconds);
      result.observe(failing, Number(archive.isFailing));
    },
    [age, failing],
  );
}

import { isPartitionMissing } from './missing-partition.ts';

/** Connections, deadlocks, shortages, shutdowns, time limits and missing partitions: the same statement may succeed later. */
export function isTransientError(error: unknown): boolean {
  if (isPartitionMissing(error)) return true;
  const { code, message, severity } = error as { code?: unknown; message?: unknown; severity?: unknown };
  if (severity !== undefined) return /^(08|25|40|53|55|57|58|XX)/.test(String(code));
  return /^E[A-Z]+$/.test(String(code)) || /connection|timeout|not queryable/i.test(String(message));
}

/** A statement took too long, by the clock of the server or of the client; less of it may not. */
export function isTimeLimit(error: unknown): boolean {
  const { code, message, severity } = error as { code?: unknown; message?: unknown; severity?: unknown };
  return severity === undefined ? message === 'Query read timeout' : code === '57014';
}

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Values under these keys are never printed, at whatever depth they stand. */
const secretKeys = new Set(
  [
    'password',
    'confirmPassword',
    'currentPassword',
    'token',
    'secret',
    'code',
    'recoveryCodes',
    'cookie',
    'set-cookie',
    'authorization',
  ].map((key) => key.toLowerCase()),
);
/** Deeper than this nothing of ours is logged; a cycle ends here too. */
const deepest = 6;

/** Buffered for at most a second, because a system call for each line would cost more than the line. */
const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 1_000 });

export const createLog = (
  config: Pick<Config, 'LOG_LEVEL'>,
  role: string,
  destination: DestinationStream = standardOutput(),
): Log =>
  pino(
    {
      level: config.LOG_LEVEL,
      base: { role },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (entry) => redacted(entry, 0) },
    },
    destination,
  );

function redacted(entry: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key in entry) {
    const value = entry[key];
    const safe = secretKeys.has(key.toLowerCase()) ? '[redacted]' : inside(value, depth);
    if (safe !== value) (copy ??= { ...entry })[key] = safe;
  }
  return copy ?? entry;
}

function inside(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth >= deepest) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => inside(item, depth + 1));
  return redacted(value as Record<string, unknown>, depth + 1);
}

import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Where secrets travel; a path listed here is printed as [redacted], at any of the usual depths. */
const secretKeys = ['password', 'confirmPassword', 'currentPassword', 'token', 'secret', 'code', 'cookie', 'authorization', 'set-cookie', 'recoveryCodes'];

export const createLog = (config: Pick<Config, 'LOG_LEVEL'>, role: string): Log =>
  pino({
    level: config.LOG_LEVEL,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`]),
      censor: '[redacted]',
    },
  });

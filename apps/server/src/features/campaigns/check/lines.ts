import type { CheckLine } from '@waggle/contracts/campaign-checks';

export type Line = CheckLine;

export const line = (
  code: CheckLine['code'],
  level: CheckLine['level'],
  message: string,
  action: CheckLine['action'] = null,
): Line => ({ code, level, message, details: [], action, checkedAt: null });

export const ok = (code: CheckLine['code'], message: string): Line => line(code, 'ok', message);

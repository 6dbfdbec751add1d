import type { AttentionKind, ClientHealth } from '@waggle/contracts/control-room';

/** What costs a client its mailboxes if nobody acts. */
const atRisk: ReadonlySet<AttentionKind> = new Set(['paused', 'bounces']);

/** The one rule: the badge of a client and the list of what needs attention never differ. */
export const healthOf = (reasons: readonly AttentionKind[]): ClientHealth => {
  if (reasons.length === 0) return 'good';
  return reasons.some((kind) => atRisk.has(kind)) ? 'at-risk' : 'watch';
};

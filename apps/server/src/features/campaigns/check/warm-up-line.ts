import { openingAt, type SendingWindow } from '@waggle/contracts/sending-window';
import { type CampaignSender, dailyCap } from '#features/settings/index.ts';
import { type Line, line } from './lines.ts';

const dayMs = 86_400_000;

type Leaving = {
  recipients: number;
  /** When the first may leave. */
  from: Date;
  window: SendingWindow | null;
};

/** What a young domain may send spreads a campaign over the days its window opens on; null when it all leaves on the first. */
export function warmUpLine({ warmingDay }: Pick<CampaignSender, 'warmingDay'>, leaving: Leaving): Line | null {
  const { recipients } = leaving;
  const first = firstDay(leaving);
  // A domain without a day has its first one when its first campaign leaves.
  const today = warmingDay ?? 1 - first;
  const cap = dailyCap(today + first);
  if (cap === null || recipients <= cap) return null;
  const last = lastDay(leaving, today, first);
  // What begins later than today ends on the day after tomorrow at the earliest.
  if (last === 1)
    return line(
      'warm-up',
      'warning',
      `This domain is new, so up to ${cap} emails leave today. The last ones leave tomorrow.`,
    );
  return line(
    'warm-up',
    'warning',
    first === 0
      ? `This domain is new, so up to ${cap} emails leave today. The last ones leave in ${last} days.`
      : `This domain is new, so up to ${cap} emails leave on the first day. The last ones leave in ${last} days.`,
  );
}

/** Limits are for days of UTC, counted here from today. */
function isOpenOn({ from, window }: Leaving, ahead: number): boolean {
  if (!window) return true;
  const midnight = (Math.floor(from.getTime() / dayMs) + ahead) * dayMs;
  return openingAt(window, Math.max(from.getTime(), midnight)).opensAt < midnight + dayMs;
}

function firstDay(leaving: Leaving): number {
  let ahead = 0;
  while (!isOpenOn(leaving, ahead)) ahead += 1;
  return ahead;
}

function lastDay(leaving: Leaving, today: number, first: number): number {
  let left = leaving.recipients;
  for (let ahead = first; ; ahead += 1) {
    if (!isOpenOn(leaving, ahead)) continue;
    left -= dailyCap(today + ahead) ?? left;
    if (left <= 0) return ahead;
  }
}

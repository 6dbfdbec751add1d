import { type CampaignSender, dailyCap } from '#features/settings/index.ts';
import { type Line, line } from './lines.ts';

/** What a young domain may send spreads a campaign over days; null when it all leaves today. */
export function warmUpLine({ warmingDay }: Pick<CampaignSender, 'warmingDay'>, recipients: number): Line | null {
  const day = warmingDay ?? 1;
  const today = dailyCap(day);
  if (today === null || recipients <= today) return null;
  return line(
    'warm-up',
    'warning',
    `This domain is new, so up to ${today} emails leave today. The last ones leave in ${daysFor(recipients, day)} days.`,
  );
}

function daysFor(recipients: number, first: number): number {
  let left = recipients;
  for (let day = first; ; day += 1) {
    const cap = dailyCap(day);
    left -= cap ?? left;
    if (left <= 0) return day - first;
  }
}

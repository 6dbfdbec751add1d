import { useQuery } from '@tanstack/react-query';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { organizationQuery, useHolds } from '#features/accounts/index.ts';
import type { ContactAnalytics } from '../queries.ts';

const dayMs = 86_400_000;
const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

/** Contacts that came from the first day to the last, by the calendar that counted them. */
export const cameIn = ({ from, to }: { from: string; to: string }, timezone: string): RuleGroup => ({
  match: 'all',
  rules: [
    { kind: 'date', field: 'createdAt', op: 'after', date: from, timezone },
    { kind: 'date', field: 'createdAt', op: 'before', date: dayAfter(to), timezone },
  ],
});

/** Where the contacts of a month are listed. */
export function useContactsBehind(months: ContactAnalytics['months']) {
  const organization = useQuery({ ...organizationQuery, enabled: useHolds('organization:read') });
  const timezone = organization.data?.timezone ?? 'UTC';
  return (at: number) => {
    const month = months[at];
    return { to: '/dashboard/contacts', search: month ? { rules: cameIn(month, timezone) } : {} } as const;
  };
}

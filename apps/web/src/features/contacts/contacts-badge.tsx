import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { summaryQuery } from './queries.ts';

/** How many contacts there are, beside the nav item; a plan counts fewer, so where plans are sold it says why. */
export function ContactsBadge() {
  const { t } = useTranslation('shell');
  const { sellsPlans } = useUser();
  const format = useFormat();
  const { data } = useQuery(summaryQuery);
  if (!data) return null;
  const count = <span className="tabular-nums">{format.number(data.total)}</span>;
  if (!sellsPlans) return count;
  return (
    <Tooltip label={t('nav.contactsCount')} side="right">
      {count}
    </Tooltip>
  );
}

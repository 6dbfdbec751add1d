import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { ContactGrowth } from './growth/contact-growth.tsx';
import { MetricCards } from './metrics/metric-cards.tsx';
import { UpdatedAgo } from './metrics/updated-ago.tsx';

/** The figures of Overview without what is the team's own: its work, its first steps and what single people did. */
export function GuestOverviewScreen() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <PageHeader title={t('title')} actions={<UpdatedAgo />} />
      <PageBody className="flex flex-col gap-4">
        <MetricCards />
        <ContactGrowth />
      </PageBody>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { ActiveClientCard } from '#features/accounts/index.ts';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { StartList } from './start-list.tsx';

export function OverviewScreen() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody className="flex flex-col gap-4">
        <ActiveClientCard className="lg:hidden" />
        <StartList />
      </PageBody>
    </>
  );
}

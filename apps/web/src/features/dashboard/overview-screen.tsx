import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActiveClientCard } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { startListQuery } from './queries.ts';
import { StartList, useChangeStartList } from './start-list.tsx';

export function OverviewScreen() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <PageHeader title={t('title')} actions={<ShowStartList />} />
      <PageBody className="flex flex-col gap-4">
        <ActiveClientCard className="lg:hidden" />
        <StartList />
      </PageBody>
    </>
  );
}

/** The way back to a list that was dismissed. */
function ShowStartList() {
  const { t } = useTranslation('dashboard');
  const { data } = useQuery(startListQuery);
  const change = useChangeStartList();
  if (data?.view !== 'dismissed') return null;
  return (
    <Button icon={ListChecks} onClick={() => change('open')}>
      {t('list.show')}
    </Button>
  );
}

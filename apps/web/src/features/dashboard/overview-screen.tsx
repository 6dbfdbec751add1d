import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveClientCard } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { OverviewCardsContext } from '#lib/registry.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { QuickActions } from './actions/quick-actions.tsx';
import { RecentActivity } from './activity/recent-activity.tsx';
import { AddClientDialog } from './clients/client-dialogs.ts';
import { ClientsActions } from './clients/clients-actions.tsx';
import { ControlRoom } from './clients/control-room.tsx';
import { useClientsList } from './clients/use-clients-list.ts';
import { ContactGrowth } from './growth/contact-growth.tsx';
import { MetricCards } from './metrics/metric-cards.tsx';
import { UpdatedAgo } from './metrics/updated-ago.tsx';
import { startListQuery } from './queries.ts';
import { StartList, useChangeStartList } from './start-list.tsx';
import { useView } from './use-view.ts';
import { ViewSwitch } from './view-switch.tsx';
import { WorkInFlight } from './work/work-in-flight.tsx';

/** One header for both views, so that the heading keeps its place and its focus. */
export function OverviewScreen() {
  const { t } = useTranslation(['dashboard', 'control-room']);
  const { view } = useView();
  const [adding, setAdding] = useState(false);
  const isClients = view === 'clients';
  return (
    <>
      <PageHeader
        title={t(isClients ? 'control-room:title' : 'title')}
        count={isClients ? <ClientCount /> : undefined}
        actions={view && actions[view](() => setAdding(true))}
      />
      {isClients && <ControlRoom onAdd={() => setAdding(true)} />}
      {view === 'summary' && <Summary />}
      {adding && (
        <Suspense>
          <AddClientDialog open onOpenChange={setAdding} />
        </Suspense>
      )}
    </>
  );
}

const actions = {
  clients: (onAdd: () => void) => <ClientsActions onAdd={onAdd} />,
  summary: () => <SummaryActions />,
};

function ClientCount() {
  const { number } = useFormat();
  const { data } = useClientsList().page;
  return data ? number(data.sums.clients) : null;
}

function SummaryActions() {
  return (
    <>
      <UpdatedAgo />
      <ShowStartList />
      <ViewSwitch className="max-md:hidden!" />
    </>
  );
}

function Summary() {
  return (
    <PageBody className="flex flex-col gap-4">
      <ActiveClientCard className="lg:hidden" />
      <ViewSwitch className="md:hidden! [&>*]:flex-1 [&>*]:justify-center" />
      <StartList />
      <MetricCards />
      <MoreCards />
      <div className="grid grid-cols-[minmax(0,1fr)_21.75rem] items-start gap-4 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <ContactGrowth />
          <QuickActions />
          <WorkInFlight />
        </div>
        <RecentActivity />
      </div>
    </PageBody>
  );
}

/** Of other features. Until they are there they take no room. */
function MoreCards() {
  return use(OverviewCardsContext).map(({ id, Cards }) => <Cards key={id} />);
}

/** The way back to a list that was dismissed. */
function ShowStartList() {
  const { t } = useTranslation('dashboard');
  const { data } = useQuery(startListQuery);
  const change = useChangeStartList();
  const wide = useMediaQuery('(min-width: 40rem)');
  if (data?.view !== 'dismissed') return null;
  if (!wide) return <IconButton icon={ListChecks} label={t('list.show')} onClick={() => change('open')} />;
  return (
    <Button icon={ListChecks} onClick={() => change('open')}>
      {t('list.show')}
    </Button>
  );
}

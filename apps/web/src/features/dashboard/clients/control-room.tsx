import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody } from '#ui/page-header.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { StartListOfAgency } from '../start-list.tsx';
import { ViewSwitch } from '../view-switch.tsx';
import { AgencyFigures } from './agency-figures.tsx';
import { AttentionList } from './attention-list.tsx';
import { ArchiveDialog, ClientDialog } from './client-dialogs.ts';
import type { ChosenClient } from './client-menu.tsx';
import { ClientTable } from './client-table.tsx';
import { ClientsToolbar } from './clients-toolbar.tsx';
import { NoClients } from './no-clients.tsx';
import { type ClientsList, useClientsList } from './use-clients-list.ts';

/** The clients of an agency: who needs somebody, what all come to, and each with its figures. */
export function ControlRoom({ onAdd }: { onAdd: () => void }) {
  const clients = useClientsList();
  const { data } = clients.page;
  if (data?.sums.clients === 0) return <NoClients isFiltered={false} onAdd={onAdd} onClear={clients.clear} />;
  return <Rooms clients={clients} onAdd={onAdd} />;
}

function Rooms({ clients, onAdd }: { clients: ClientsList; onAdd: () => void }) {
  const { t } = useTranslation('control-room');
  const { page, list } = clients;
  const [chosen, setChosen] = useState<ChosenClient>();
  const close = () => setChosen(undefined);
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && <AgencyFigures sums={page.data?.sums} />}
      <PageBody className="flex max-w-none! flex-col gap-4 pb-2! max-md:py-4!">
        <AttentionList />
        <StartListOfAgency />
        {!isPhone && <AgencyFigures sums={page.data?.sums} />}
        <ClientsToolbar clients={clients} />
      </PageBody>
      {page.isError && !page.data ? (
        <LoadError
          title={t('list.failed')}
          message={problemText(page.error)}
          retry={() => list.retry(page)}
          busy={page.isFetching}
        />
      ) : (
        <ClientTable clients={clients} onChoose={setChosen} onAdd={onAdd} />
      )}
      {/* On wide screens it is in the header. */}
      <ViewSwitch className="m-4 md:hidden! [&>*]:flex-1 [&>*]:justify-center" />
      <Suspense>
        {chosen?.what === 'edit' && <ClientDialog client={chosen.client} onClose={close} />}
        {chosen?.what === 'archive' && <ArchiveDialog client={chosen.client} onClose={close} />}
      </Suspense>
    </>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { AddClientDialog } from '#features/client-templates/index.ts';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { ArchivedClients } from './archived-clients.tsx';
import { ClientList } from './client-list.tsx';
import { ClientSetups } from './client-setups.tsx';
import { Section } from './section.tsx';

const views = ['active', 'setup', 'archived'] as const;
type View = (typeof views)[number];

/** Everybody sees the list; what is missing and what is archived concerns admins. */
export function ClientsSection() {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  const { add = false, view: wanted } = useSearch({ from: '/dashboard/settings/clients' });
  const navigate = useNavigate({ from: '/dashboard/settings/clients' });
  const view = (mayManage && views.find((one) => one === wanted)) || 'active';
  const setAdding = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: open || undefined }), replace: true });
  // Another list: its search, order and page are none of this one's.
  const setView = (next: View) => void navigate({ search: next === 'active' ? {} : { view: next }, replace: true });

  return (
    <Section
      title={t('sections.clients')}
      description={t(mayManage ? `clients.views.${view}.text` : 'clients.readOnly')}
      actions={
        mayManage && (
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            {t('clients.add')}
          </Button>
        )
      }
    >
      {mayManage && (
        <SegmentedControl
          label={t('clients.view')}
          value={view}
          onValueChange={setView}
          options={views.map((value) => ({ value, label: t(`clients.views.${value}.label`) }))}
          className="self-start"
        />
      )}
      <Clients view={view} onAdd={mayManage ? () => setAdding(true) : undefined} />
      {mayManage && <AddClientDialog open={add} onOpenChange={setAdding} />}
    </Section>
  );
}

function Clients({ view, onAdd }: { view: View; onAdd: (() => void) | undefined }) {
  if (view === 'setup') return <ClientSetups />;
  if (view === 'archived') return <ArchivedClients />;
  return <ClientList onAdd={onAdd} />;
}

import { useQuery } from '@tanstack/react-query';
import type { Connection } from '@waggle/contracts/sending';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Section } from '../section.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { ListStates } from './list-states.tsx';
import { connectionsQuery } from './queries.ts';

export function ConnectionsSection() {
  const { t } = useTranslation('sending');
  const sections = useTranslation('settings');
  const mayManage = useHolds('sending:manage');
  const connections = useQuery(connectionsQuery);
  const [edited, setEdited] = useState<Connection | 'new'>();
  const add = mayManage ? () => setEdited('new') : undefined;

  return (
    <Section
      title={sections.t('sections.connections')}
      description={t(mayManage ? 'connections.text' : 'connections.readOnly')}
      actions={
        add && (
          <Button variant="primary" icon={Plus} onClick={add}>
            {t('connections.add')}
          </Button>
        )
      }
    >
      <ListStates query={connections} failedTitle={t('connections.failed')}>
        {({ items, hasInstallationConnection }) =>
          items.length === 0 ? (
            <NoConnections hasShared={hasInstallationConnection} onAdd={add} />
          ) : (
            <Card flush className="overflow-hidden">
              <ul aria-label={sections.t('sections.connections')}>
                {items.map((connection) => (
                  <ConnectionRow key={connection.id} connection={connection} onEdit={() => setEdited(connection)} />
                ))}
              </ul>
            </Card>
          )
        }
      </ListStates>
      {mayManage && edited && (
        <ConnectionDialog connection={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  );
}

function NoConnections({ hasShared, onAdd }: { hasShared: boolean; onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('sending');
  return (
    <Card>
      <EmptyState
        title={t('connections.none')}
        headingLevel={3}
        action={
          onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              {t('connections.addFirst')}
            </Button>
          )
        }
      >
        {t(hasShared ? 'connections.noneShared' : 'connections.noneText')}
      </EmptyState>
    </Card>
  );
}

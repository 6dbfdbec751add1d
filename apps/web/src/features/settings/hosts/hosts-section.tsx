import { useQuery } from '@tanstack/react-query';
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UpgradeActions, useHolds } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Section } from '../section.tsx';
import { ListStates } from '../sending/list-states.tsx';
import { AddHostDialog } from './add-host-dialog.tsx';
import { HostCard } from './host-card.tsx';
import { hostsQuery } from './queries.ts';

/** Names of the organization's own for links, forms and the dashboard. */
export function HostsSection() {
  const { t } = useTranslation('hosts');
  const mayManage = useHolds('sending:manage');
  const hosts = useQuery(hostsQuery);
  const [adding, setAdding] = useState(false);
  const mayAdd = mayManage && hosts.data?.isIncluded === true;

  return (
    <Section
      title={t('title')}
      description={t(mayManage ? 'text' : 'readOnly')}
      actions={
        mayAdd && (
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      <ListStates query={hosts} failedTitle={t('failed')}>
        {({ items, isIncluded, target }) => (
          <>
            {!isIncluded && <PlanLock hasHosts={items.length > 0} />}
            {items.length === 0 && isIncluded && <NoHosts onAdd={mayAdd ? () => setAdding(true) : undefined} />}
            {items.length > 0 && (
              <ul className="flex flex-col gap-3">
                {items.map((host) => (
                  <li key={host.id}>
                    <HostCard host={host} target={target} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </ListStates>
      {mayAdd && adding && <AddHostDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Says what is not in the plan, what still works and the way on. */
function PlanLock({ hasHosts }: { hasHosts: boolean }) {
  const { t } = useTranslation('hosts');
  return (
    <Alert
      tone="warning"
      icon={Lock}
      title={t('plan.title')}
      action={<UpgradeActions need="white-label" to="system" size="sm" brief />}
    >
      {t(hasHosts ? 'plan.kept' : 'plan.text')}
    </Alert>
  );
}

function NoHosts({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('hosts');
  return (
    <Card>
      <EmptyState
        title={t('none')}
        headingLevel={3}
        action={
          onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              {t('addFirst')}
            </Button>
          )
        }
      >
        {t('noneText')}
      </EmptyState>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Section } from '../section.tsx';
import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainCard } from './domain-card.tsx';
import { ListStates } from './list-states.tsx';
import { domainsQuery } from './queries.ts';

export function DomainsSection() {
  const { t } = useTranslation('sending');
  const sections = useTranslation('settings');
  const mayManage = useHolds('sending:manage');
  const domains = useQuery(domainsQuery);
  const [adding, setAdding] = useState(false);

  return (
    <Section
      title={sections.t('sections.domains')}
      description={t(mayManage ? 'domains.text' : 'domains.readOnly')}
      actions={
        mayManage && (
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            {t('domains.add')}
          </Button>
        )
      }
    >
      <ListStates query={domains} failedTitle={t('domains.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <NoDomains onAdd={mayManage ? () => setAdding(true) : undefined} />
          ) : (
            <ul className="flex flex-col gap-3">
              {items.map((domain) => (
                <li key={domain.id}>
                  <DomainCard domain={domain} />
                </li>
              ))}
            </ul>
          )
        }
      </ListStates>
      {mayManage && adding && <AddDomainDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function NoDomains({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('sending');
  return (
    <Card>
      <EmptyState
        title={t('domains.none')}
        headingLevel={3}
        action={
          onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              {t('domains.addFirst')}
            </Button>
          )
        }
      >
        {t('domains.noneText')}
      </EmptyState>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { mostTopics, type Topic } from '@waggle/contracts/topics';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery, useHolds, useUser } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Section } from '../section.tsx';
import { ListStates } from '../sending/list-states.tsx';
import { topicsQuery } from './queries.ts';
import { TopicDialog } from './topic-dialog.tsx';
import { TopicMenu } from './topic-menu.tsx';

/** What recipients may opt out of one by one. */
export function TopicsSection() {
  const { t } = useTranslation('topics');
  const mayWrite = useHolds('contacts:write');
  const topics = useQuery(topicsQuery);
  const [adding, setAdding] = useState(false);
  const isFull = (topics.data?.items.filter(({ archived }) => !archived).length ?? 0) >= mostTopics;

  return (
    <Section
      title={t('title')}
      description={t(mayWrite ? 'text' : 'readOnly')}
      actions={
        mayWrite &&
        topics.data && (
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => setAdding(true)}
            {...(isFull && { disabledReason: t('full', { count: mostTopics }) })}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <OwnerNote />
      <ListStates query={topics} failedTitle={t('failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <NoTopics onAdd={mayWrite ? () => setAdding(true) : undefined} />
          ) : (
            <TopicLists items={items} mayWrite={mayWrite} />
          )
        }
      </ListStates>
      {adding && <TopicDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Each client has topics of its own, and where all are shown there is none to choose. */
function OwnerNote() {
  const { t } = useTranslation('topics');
  const { activeClientId, clientId } = useUser();
  const organization = useQuery(organizationQuery).data;
  if (organization?.type !== 'AGENCY' || activeClientId !== null || clientId !== null) return null;
  return <Alert tone="info">{t('ofOrganization', { name: organization.name })}</Alert>;
}

function TopicLists({ items, mayWrite }: { items: readonly Topic[]; mayWrite: boolean }) {
  const { t } = useTranslation('topics');
  const active = items.filter(({ archived }) => !archived);
  const archived = items.filter((topic) => topic.archived);
  return (
    <div className="flex flex-col gap-6">
      {active.length > 0 && <TopicList label={t('title')} items={active} mayWrite={mayWrite} />}
      {archived.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold text-ink">{t('archived')}</h3>
          <p className="text-sm text-muted">{t('archivedText')}</p>
          <TopicList label={t('archived')} items={archived} mayWrite={mayWrite} />
        </section>
      )}
    </div>
  );
}

type TopicListProps = { label: string; items: readonly Topic[]; mayWrite: boolean };

function TopicList({ label, items, mayWrite }: TopicListProps) {
  const { t } = useTranslation('topics');
  return (
    <Card flush>
      <ul aria-label={label}>
        {items.map((topic, at) => (
          <li key={topic.id} className="flex items-center gap-3 border-line px-4.5 py-3.5 not-first:border-t">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-base font-medium wrap-anywhere text-ink">
                {topic.name}
                {topic.archived && <Badge tone="neutral">{t('archivedBadge')}</Badge>}
              </p>
              {topic.description && <p className="text-sm wrap-anywhere text-muted">{topic.description}</p>}
            </div>
            {mayWrite && <TopicMenu topic={topic} position={at} last={items.length - 1} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NoTopics({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('topics');
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

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Sender } from '@waggle/contracts/sending';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Section } from '../section.tsx';
import { FrequencyCap } from './frequency-cap.tsx';
import { ListStates } from './list-states.tsx';
import { PostalAddress } from './postal-address.tsx';
import { domainsQuery, sendersQuery } from './queries.ts';
import { SenderDialog } from './sender-dialog.tsx';
import { SenderRow } from './sender-row.tsx';

export function SendersSection() {
  const { t } = useTranslation('sending');
  const sections = useTranslation('settings');
  const mayManage = useHolds('sending:manage');
  const senders = useQuery(sendersQuery);
  const [edited, setEdited] = useState<Sender | 'new'>();
  const add = mayManage ? () => setEdited('new') : undefined;
  const hasDomain = useHasDomain();

  return (
    <Section
      title={sections.t('sections.senders')}
      description={t(mayManage ? 'senders.text' : 'senders.readOnly')}
      actions={
        add && (
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={hasDomain ? undefined : t('senders.noDomain')}
            onClick={add}
          >
            {t('senders.add')}
          </Button>
        )
      }
    >
      <ListStates query={senders} failedTitle={t('senders.failed')}>
        {({ items }) =>
          items.length === 0 ? <NoSenders onAdd={add} /> : <SenderList senders={items} onEdit={setEdited} />
        }
      </ListStates>
      <PostalAddress />
      <FrequencyCap />
      {mayManage && edited && (
        <SenderDialog sender={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  );
}

function SenderList({ senders, onEdit }: { senders: Sender[]; onEdit: (sender: Sender) => void }) {
  const { t } = useTranslation('settings');
  return (
    <Card flush className="overflow-hidden">
      <ul aria-label={t('sections.senders')}>
        {senders.map((sender) => (
          <SenderRow key={sender.id} sender={sender} onEdit={() => onEdit(sender)} />
        ))}
      </ul>
    </Card>
  );
}

/** Until the domains are known they are taken for granted: most people have one. */
const useHasDomain = () => (useQuery(domainsQuery).data?.items.length ?? 1) > 0;

/** Without a domain there is nothing to send from, so that comes first. */
function NoSenders({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('sending');
  const hasDomain = useHasDomain();
  const addButton = onAdd && (
    <Button icon={Plus} onClick={onAdd}>
      {t('senders.addFirst')}
    </Button>
  );
  const toDomains = (
    <Link to="/dashboard/settings/domains" className={buttonClass({ variant: 'primary', size: 'md' })}>
      {t('senders.toDomains')}
    </Link>
  );
  return (
    <Card>
      <EmptyState
        title={t(hasDomain ? 'senders.none' : 'senders.noDomain')}
        headingLevel={3}
        action={hasDomain ? addButton : onAdd && toDomains}
      >
        {t(hasDomain ? 'senders.noneText' : 'senders.noDomainText')}
      </EmptyState>
    </Card>
  );
}

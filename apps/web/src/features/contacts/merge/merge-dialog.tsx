import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { nameOf } from '../contact-words.tsx';
import { contactQuery } from '../queries.ts';
import type { ContactLayers } from '../use-layers.ts';
import { ChooseOther } from './choose-other.tsx';
import { MergePreview } from './merge-preview.tsx';

/** Two contacts of one person become one: choose the other, see both, decide. */
export function MergeDialog({ layers }: { layers: ContactLayers }) {
  const { t } = useTranslation('contact-sheet');
  const contactId = layers.contact ?? '';
  const contact = useQuery(contactQuery(contactId));
  return (
    <Dialog
      open
      onOpenChange={() => layers.show({ contact: contactId })}
      size="lg"
      title={t('merge.title')}
      description={contact.data && t('merge.text', { name: nameOf(contact.data) })}
    >
      <Loaded of={contact}>
        {(found) =>
          layers.merge === 'choose' ? (
            <ChooseOther contact={found} onPick={(merge) => layers.show({ contact: contactId, merge })} />
          ) : (
            <Compared contact={found} layers={layers} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Compared({ contact, layers }: { contact: ContactDetail; layers: ContactLayers }) {
  const other = useQuery(contactQuery(layers.merge ?? ''));
  return (
    <Loaded of={other}>
      {(found) => (
        <MergePreview
          key={`${contact.id} ${found.id}`}
          contact={contact}
          other={found}
          onSwap={() => layers.show({ contact: found.id, merge: contact.id })}
          onDone={() => layers.show({ contact: contact.id })}
        />
      )}
    </Loaded>
  );
}

type LoadedProps = { of: UseQueryResult<ContactDetail>; children: (contact: ContactDetail) => ReactNode };

function Loaded({ of: contact, children }: LoadedProps) {
  const { t } = useTranslation('contact-sheet');
  if (contact.isPending) return <SkeletonRows />;
  if (!contact.isError) return children(contact.data);
  return (
    <LoadError
      title={t('merge.failed')}
      message={problemText(contact.error)}
      retry={() => void contact.refetch()}
      busy={contact.isFetching}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Client } from '@waggle/contracts/clients';
import type { GuestLink } from '@waggle/contracts/guests';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { guestLinksQuery, useEndGuestLink } from './guest-links-queries.ts';
import { NewGuestLink } from './new-guest-link.tsx';

type GuestLinksDialogProps = { client: Client; onClose: () => void };

/** The links that show a client's figures to people without an account. */
export function GuestLinksDialog({ client, onClose }: GuestLinksDialogProps) {
  const { t } = useTranslation('guest-links');
  const [adding, setAdding] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title', { client: client.name })}
      description={t('text', { client: client.name })}
    >
      {adding ? (
        <NewGuestLink clientId={client.id} onDone={() => setAdding(false)} />
      ) : (
        <Links client={client} onAdd={() => setAdding(true)} />
      )}
    </Dialog>
  );
}

function Links({ client, onAdd }: { client: Client; onAdd: () => void }) {
  const { t } = useTranslation('guest-links');
  const links = useQuery(guestLinksQuery(client.id));
  const add = (
    <Button icon={Link2} onClick={onAdd}>
      {t('new')}
    </Button>
  );
  if (links.isPending) return <SkeletonRows />;
  if (links.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(links.error)}
        retry={() => void links.refetch()}
        busy={links.isFetching}
      />
    );
  if (!client.isActive) return <p className="text-sm text-muted">{t('inactive')}</p>;
  if (links.data.items.length === 0)
    return (
      <EmptyState title={t('none')} headingLevel={3} action={add}>
        {t('noneText')}
      </EmptyState>
    );
  return (
    <>
      <ul className="flex flex-col">
        {links.data.items.map((link) => (
          <LinkLine key={link.id} link={link} clientId={client.id} />
        ))}
      </ul>
      <div className="mt-4">{add}</div>
    </>
  );
}

function LinkLine({ link, clientId }: { link: GuestLink; clientId: string }) {
  const { t } = useTranslation('guest-links');
  const format = useFormat();
  const used = link.lastUsedAt
    ? t('used', { date: format.date(link.lastUsedAt), count: link.uses, shown: format.number(link.uses) })
    : t('unused');
  return (
    <li className="flex items-center gap-3 border-line py-3 not-last:border-b">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-[550] text-ink">{link.name}</p>
        <p className="text-xs text-muted">
          {link.createdBy
            ? t('madeBy', { name: link.createdBy, date: format.date(link.createdAt) })
            : t('made', { date: format.date(link.createdAt) })}
        </p>
        <p className="text-xs text-muted">{`${t('until', { date: format.date(link.expiresAt) })} ${used}`}</p>
      </div>
      <EndLink link={link} clientId={clientId} />
    </li>
  );
}

function EndLink({ link, clientId }: { link: GuestLink; clientId: string }) {
  const { t } = useTranslation('guest-links');
  const [asking, setAsking] = useState(false);
  const end = useEndGuestLink(clientId);
  const confirm = () =>
    runMutation(end, link.id, {
      onSuccess: () => {
        setAsking(false);
        toast({ tone: 'success', title: t('ended'), description: link.name });
      },
      onError: (error) => toast({ tone: 'error', title: t('endFailed'), description: problemText(error) }),
    });
  return (
    <>
      <Button size="sm" aria-label={t('endOf', { name: link.name })} onClick={() => setAsking(true)}>
        {t('end')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('endTitle', { name: link.name })}
        confirmLabel={t('end')}
        busy={end.isPending}
        onConfirm={confirm}
      >
        {t('endText')}
      </Confirm>
    </>
  );
}

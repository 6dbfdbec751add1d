import { useQuery } from '@tanstack/react-query';
import { type Suppression, type SuppressionReason, suppressionSources } from '@waggle/contracts/suppressions';
import { Mail, MessageSquare } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery, useHolds } from '#features/accounts/index.ts';
import { Time } from '#lib/time.tsx';
import { Badge, TypeBadge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { useWhyFixed } from './why-fixed.ts';

const tones: Record<SuppressionReason, BadgeTone> = {
  unsubscribed: 'neutral',
  bounced: 'danger',
  complained: 'warning',
  manual: 'info',
  erased: 'neutral',
};

export function useSuppressionColumns(open: (suppression: Suppression) => void): Column<Suppression>[] {
  const { t } = useTranslation('contacts-import');
  const mayWrite = useHolds('contacts:write');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  return useMemo(() => {
    const columns: Column<Suppression>[] = [
      { id: 'address', header: t('suppressed.address'), primary: true, cell: (one) => <Address suppression={one} /> },
      { id: 'channel', header: t('suppressed.channel'), width: '7rem', cell: (one) => <ChannelBadge {...one} /> },
      { id: 'reason', header: t('suppressed.reason'), width: '9rem', cell: (one) => <ReasonBadge {...one} /> },
      { id: 'source', header: t('suppressed.source'), width: '9rem', cell: (one) => <Source {...one} /> },
      {
        id: 'happenedAt',
        header: t('suppressed.since'),
        sortable: true,
        width: '9rem',
        cell: (one) => <Time at={one.happenedAt} />,
      },
      { id: 'scope', header: t('suppressed.scope'), width: '12rem', cell: (one) => <Scope {...one} /> },
      {
        id: 'actions',
        header: t('actions'),
        hideHeader: true,
        align: 'end',
        width: '5rem',
        cell: (one) => <LiftCell suppression={one} onLift={() => open(one)} />,
      },
    ];
    return columns.filter(({ id }) => (id !== 'actions' || mayWrite) && (id !== 'scope' || isAgency));
  }, [t, mayWrite, isAgency, open]);
}

export function usePhoneRow(): (suppression: Suppression) => PhoneRow {
  return useCallback(
    (one) => ({
      title: <Address suppression={one} />,
      subtitle: <Source {...one} />,
      aside: <ReasonBadge {...one} />,
      asideBelow: <Time at={one.happenedAt} />,
    }),
    [],
  );
}

/** An opt-out that came when nobody had the address any more is known by its hash alone. */
export function useAddressName() {
  const { t } = useTranslation('contacts-import');
  return ({ address, reason }: Pick<Suppression, 'address' | 'reason'>): string =>
    address ?? t(reason === 'erased' ? 'suppressed.erasedAddress' : 'suppressed.deletedAddress');
}

function LiftCell({ suppression, onLift }: { suppression: Suppression; onLift: () => void }) {
  const { t } = useTranslation('contacts-import');
  const nameOf = useAddressName();
  const whyFixed = useWhyFixed();
  // The opened row says why.
  if (whyFixed(suppression.reason)) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t('suppressed.liftOf', { address: nameOf(suppression) })}
      onClick={onLift}
    >
      {t('suppressed.lift')}
    </Button>
  );
}

function Address({ suppression }: { suppression: Suppression }) {
  const nameOf = useAddressName();
  const { address } = suppression;
  if (address === null) return <span className="font-normal text-subtle">{nameOf(suppression)}</span>;
  return (
    <span title={address} className="block max-w-72 truncate">
      {address}
    </span>
  );
}

export function ChannelBadge({ channel }: Pick<Suppression, 'channel'>) {
  const { t } = useTranslation('contacts-import');
  return <TypeBadge icon={channel === 'email' ? Mail : MessageSquare}>{t(`suppressed.channels.${channel}`)}</TypeBadge>;
}

export function ReasonBadge({ reason }: Pick<Suppression, 'reason'>) {
  const { t } = useTranslation('contacts-import');
  return <Badge tone={tones[reason]}>{t(`suppressed.reasons.${reason}`)}</Badge>;
}

/** A row of an older version may have a source that is no longer known. */
export function Source({ source }: Pick<Suppression, 'source'>) {
  const { t } = useTranslation('contacts-import');
  const known = suppressionSources.find((one) => one === source);
  return t(`suppressed.sources.${known ?? 'other'}`);
}

export function Scope({ clientId }: Pick<Suppression, 'clientId'>) {
  const { t } = useTranslation('contacts-import');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  if (clientId === null) return t('suppressed.everywhere');
  return clients.data?.items.find(({ id }) => id === clientId)?.name ?? t('suppressed.oneClient');
}

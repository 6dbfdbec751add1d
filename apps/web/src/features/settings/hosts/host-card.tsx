import type { Host } from '@waggle/contracts/hosts';
import { Info, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { toast } from '#ui/toast-store.ts';
import { useOwnerName, useOwnerNote } from '../sending/client-names.ts';
import { DomainRecords } from '../sending/domain-records.tsx';
import { HostMenu } from './host-menu.tsx';
import { useCheckHost } from './queries.ts';

/** Open while there is something to publish; a verified one is one line, until its records are asked for. */
export function HostCard({ host, target }: { host: Host; target: string }) {
  const { t } = useTranslation('hosts');
  const format = useFormat();
  const mayManage = useHolds('sending:manage');
  const [opened, setOpened] = useState(false);
  const waits = host.state !== 'verified';
  const isOpen = waits || opened;

  return (
    <Card
      flush
      className="overflow-hidden"
      footer={
        isOpen && (
          <p className="flex items-start gap-2">
            <Info aria-hidden className="mt-px size-4 shrink-0 text-subtle" />
            <span>
              {t('apex', { target })} {waits && t('note')}
              {host.checkedAt && ` ${t('checkedAt', { when: format.when(host.checkedAt) })}`}
            </span>
          </p>
        )
      }
    >
      <header className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 py-4">
        <HostTitle host={host} />
        <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
          <span className="flex max-sm:flex-1">
            <StateBadge host={host} />
          </span>
          {isOpen && <CheckButton host={host} />}
          {(mayManage || !waits) && (
            <HostMenu host={host} isOpen={isOpen} onToggle={waits ? undefined : () => setOpened(!opened)} />
          )}
        </div>
      </header>
      <Trouble host={host} />
      {isOpen && <DomainRecords domain={{ domain: host.host, records: host.records }} />}
    </Card>
  );
}

function Trouble({ host: { state } }: { host: Host }) {
  const { t } = useTranslation('hosts');
  if (state !== 'failing' && state !== 'stopped') return null;
  return (
    <div className="px-4.5 pb-4">
      <Alert tone="danger">{t(state === 'failing' ? 'failingText' : 'stoppedText')}</Alert>
    </div>
  );
}

function HostTitle({ host: { host, clientId, purposes, verifiedAt, createdAt } }: { host: Host }) {
  const { t } = useTranslation('hosts');
  const format = useFormat();
  const owner = useOwnerName()(clientId);
  const note = useOwnerNote()(clientId);
  const when = verifiedAt
    ? t('verifiedOn', { date: format.date(verifiedAt) })
    : t('addedOn', { date: format.date(createdAt) });
  const uses = purposes.map((purpose) => t(`purposes.${purpose}`)).join(', ');
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3.5">
      <Hexagon name={owner || host} size={26} />
      <div className="min-w-0">
        <h3 className="text-base font-semibold wrap-anywhere text-ink">{host}</h3>
        <p className="text-xs wrap-anywhere text-muted">{[uses, note, when].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

function StateBadge({ host: { state, records } }: { host: Host }) {
  const { t } = useTranslation('hosts');
  if (state === 'verified') return <Badge tone="success">{t('verified')}</Badge>;
  if (state === 'failing') return <Badge tone="danger">{t('failing')}</Badge>;
  if (state === 'stopped') return <Badge tone="danger">{t('stopped')}</Badge>;
  const found = records.filter((record) => record.state === 'found').length;
  return <Badge tone="warning">{t('found', { found, all: records.length })}</Badge>;
}

function CheckButton({ host: { id, host } }: { host: Host }) {
  const { t } = useTranslation('hosts');
  const check = useCheckHost();
  const start = () =>
    runMutation(check, id, {
      onSuccess: ({ state }) =>
        toast(
          state === 'verified'
            ? { tone: 'success', title: t('checkedVerified', { host }) }
            : { tone: 'info', title: t('checkedNotYet'), description: t('note') },
        ),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <Button
      size="sm"
      icon={RefreshCw}
      busy={check.isPending}
      busyLabel={t('checking')}
      aria-label={t('checkOne', { host })}
      onClick={start}
    >
      {t('check')}
    </Button>
  );
}

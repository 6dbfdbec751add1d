import type { SendingDomain } from '@waggle/contracts/sending';
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
import { useOwnerName, useOwnerNote } from './client-names.ts';
import { DomainMenu } from './domain-menu.tsx';
import { DomainWarmUp } from './domain-warm-up.tsx';
import { ProviderHint } from './provider-hint.tsx';
import { useCheckDomain } from './queries.ts';
import { RecordActions } from './record-actions.tsx';
import { DomainRecords } from './domain-records.tsx';

/** Open while there is something to publish; a verified one is one line, until its records are asked for. */
export function DomainCard({ domain }: { domain: SendingDomain }) {
  const { t } = useTranslation('sending');
  const format = useFormat();
  const mayManage = useHolds('sending:manage');
  const waits = domain.state !== 'verified' || domain.records.some(({ state }) => state !== 'found');
  const [opened, setOpened] = useState(false);
  const isOpen = domain.state !== 'verified' || opened;

  return (
    <Card
      flush
      className="overflow-hidden"
      footer={
        isOpen &&
        waits && (
          <p className="flex items-start gap-2">
            <Info aria-hidden className="mt-px size-4 shrink-0 text-subtle" />
            <span>
              {t('domains.note')}
              {domain.checkedAt && ` ${t('domains.checkedAt', { when: format.when(domain.checkedAt) })}`}
            </span>
          </p>
        )
      }
    >
      <header className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 py-4">
        <DomainName domain={domain} />
        <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
          <span className="flex max-sm:flex-1">
            <StateBadge domain={domain} />
          </span>
          {isOpen && <CheckButton domain={domain} />}
          {(mayManage || domain.state === 'verified') && (
            <DomainMenu domain={domain} isOpen={isOpen} onToggle={() => setOpened(!opened)} />
          )}
        </div>
      </header>
      {domain.state === 'failing' && (
        <div className="px-4.5 pb-4">
          <Alert tone="danger">{t('domains.failingText')}</Alert>
        </div>
      )}
      {domain.state === 'verified' && <DomainWarmUp domain={domain} />}
      {isOpen && <Records domain={domain} waits={waits} />}
    </Card>
  );
}

function Records({ domain, waits }: { domain: SendingDomain; waits: boolean }) {
  return (
    <>
      {waits && (
        <div className="flex flex-col gap-3 px-4.5 pb-4">
          <div className="flex flex-wrap gap-2">
            <RecordActions domain={domain} />
          </div>
          <ProviderHint />
        </div>
      )}
      <DomainRecords domain={domain} />
    </>
  );
}

function DomainName({ domain }: { domain: SendingDomain }) {
  const { t } = useTranslation('sending');
  const format = useFormat();
  const owner = useOwnerName()(domain.clientId);
  const note = useOwnerNote()(domain.clientId);
  const when = domain.verifiedAt
    ? t('domains.verifiedOn', { date: format.date(domain.verifiedAt) })
    : t('domains.addedOn', { date: format.date(domain.createdAt) });
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3.5">
      <Hexagon name={owner || domain.domain} size={26} />
      <div className="min-w-0">
        <h3 className="text-base font-semibold wrap-anywhere text-ink">{domain.domain}</h3>
        <p className="text-xs wrap-anywhere text-muted first-letter:uppercase">
          {note ? t('domains.of', { client: note, when }) : when}
        </p>
      </div>
    </div>
  );
}

function StateBadge({ domain: { state, records } }: { domain: SendingDomain }) {
  const { t } = useTranslation('sending');
  if (state === 'verified') return <Badge tone="success">{t('domains.verified')}</Badge>;
  if (state === 'failing') return <Badge tone="danger">{t('domains.failing')}</Badge>;
  const found = records.filter((record) => record.state === 'found').length;
  return <Badge tone="warning">{t('domains.found', { found, all: records.length })}</Badge>;
}

function CheckButton({ domain: { id, domain } }: { domain: SendingDomain }) {
  const { t } = useTranslation('sending');
  const check = useCheckDomain();
  const start = () =>
    runMutation(check, id, {
      onSuccess: ({ state }) =>
        toast(
          state === 'verified'
            ? { tone: 'success', title: t('domains.checkedVerified', { domain }) }
            : { tone: 'info', title: t('domains.checkedNotYet'), description: t('domains.note') },
        ),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <Button
      size="sm"
      icon={RefreshCw}
      busy={check.isPending}
      busyLabel={t('domains.checking')}
      aria-label={t('domains.checkOne', { domain })}
      onClick={start}
    >
      {t('domains.check')}
    </Button>
  );
}

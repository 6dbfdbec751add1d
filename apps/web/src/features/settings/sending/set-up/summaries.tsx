import type { SetUp } from '@waggle/contracts/sending';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { useOwnerName } from '../client-names.ts';

type SummaryProps = { setUp: SetUp };

const Line = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">{children}</p>
);

/** Says that a client uses what its organization has. */
function Inherited({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('set-up');
  const organization = useOwnerName()(null);
  return isOwn ? null : <span className="text-subtle">{t('inherited', { organization })}</span>;
}

export function DomainSummary({ setUp: { domain, clientId } }: SummaryProps) {
  const { t } = useTranslation(['set-up', 'sending']);
  if (!domain) return t('domain.text');
  const found = domain.records.filter(({ state }) => state === 'found').length;
  const tone = { verified: 'success', failing: 'danger', pending: 'warning' } as const;
  return (
    <Line>
      <span className="text-ink">{domain.domain}</span>
      <Badge tone={tone[domain.state]}>
        {domain.state === 'pending' && domain.records.length > 0
          ? t('sending:domains.found', { found, all: domain.records.length })
          : t(`domain.states.${domain.state}`)}
      </Badge>
      <Inherited isOwn={domain.clientId === clientId} />
    </Line>
  );
}

export function SenderSummary({ setUp: { sender, clientId } }: SummaryProps) {
  const { t } = useTranslation(['set-up', 'sending']);
  if (!sender) return t('sender.text');
  return (
    <Line>
      <span className="wrap-anywhere text-ink">{`${sender.fromName} <${sender.fromEmail}>`}</span>
      {sender.isDefault && <span className="text-subtle">{t('sending:default')}</span>}
      <Inherited isOwn={sender.clientId === clientId} />
    </Line>
  );
}

export function AddressSummary({ setUp: { postalAddress, inheritsAddress } }: SummaryProps) {
  const { t } = useTranslation('set-up');
  if (postalAddress === '') return t('address.text');
  return (
    <Line>
      <span className="text-ink">{postalAddress.split('\n').filter(Boolean).join(', ')}</span>
      <Inherited isOwn={!inheritsAddress} />
    </Line>
  );
}

const tones = { active: 'success', failing: 'danger', untested: 'neutral' } as const;

export function ConnectionSummary({ setUp: { connection, clientId, done } }: SummaryProps) {
  const { t } = useTranslation('set-up');
  if (!connection) return t('connection.text');
  // The installation's own server has no row to note a test in.
  const state = connection.id === null && !done.test ? 'untested' : connection.state;
  return (
    <Line>
      <span className="text-ink">
        {connection.name ?? t(connection.id === null ? 'connection.installation' : 'connection.organization')}
      </span>
      <Badge tone={tones[state]}>{t(`connection.states.${state}`)}</Badge>
      {connection.id !== null && <Inherited isOwn={connection.clientId === clientId} />}
    </Line>
  );
}

export function TestSummary({ setUp, email }: SummaryProps & { email: string }) {
  const { t } = useTranslation('set-up');
  const format = useFormat();
  const { sender, connection, clientId, testedAt, done } = setUp;
  if (done.test && testedAt) return t('test.done', { when: format.when(testedAt) });
  if (!sender || !connection) return t('test.later', { email });
  return t(sender.clientId === clientId ? 'test.text' : 'test.inherited', { email });
}

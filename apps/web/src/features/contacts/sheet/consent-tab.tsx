import { useQuery } from '@tanstack/react-query';
import { channels, type Channel, type ContactDetail } from '@waggle/contracts/contacts';
import type { Consent } from '@waggle/contracts/suppressions';
import { Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Time } from '#lib/time.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ConsentBadge } from '../contact-words.tsx';
import { consentsQuery } from '../queries.ts';
import { ContactTopics } from './contact-topics.tsx';
import { RecordConsent } from './record-consent.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

const icons = { email: Mail, sms: MessageSquare };

/** What the person agreed to, channel by channel, with the proof. */
export function ConsentTab({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const history = useQuery(consentsQuery(contact.id));
  return (
    <div className="flex flex-col gap-6 py-5">
      {channels.map((channel) => (
        <ChannelConsent
          key={channel}
          channel={channel}
          contact={contact}
          history={history.data?.items.filter((consent) => consent.channel === channel)}
        />
      ))}
      <ContactTopics contactId={contact.id} />
      {history.isError && (
        <LoadError
          title={t('consent.failed')}
          message={problemText(history.error)}
          retry={() => void history.refetch()}
          busy={history.isFetching}
        />
      )}
    </div>
  );
}

type ChannelConsentProps = { channel: Channel; contact: ContactDetail; history: readonly Consent[] | undefined };

function ChannelConsent({ channel, contact, history = [] }: ChannelConsentProps) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const [open, setOpen] = useState<'record' | 'unsubscribe'>();
  const state = channel === 'email' ? contact.emailConsent : contact.smsConsent;
  const stopped = contact.suppressions.some((suppression) => suppression.channel === channel);
  const Icon = icons[channel];
  return (
    <section className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden className="size-4 text-subtle" />
        <h3 className="text-sm font-semibold text-ink">{t(`consent.channel.${channel}`)}</h3>
        <ConsentBadge state={state} />
        {mayWrite && (
          <span className="ml-auto flex gap-2">
            {!stopped && state !== 'pending' && (
              <Button size="sm" onClick={() => setOpen('record')}>
                {t('consent.record')}
              </Button>
            )}
            {state !== 'withdrawn' && (
              <Button size="sm" variant="ghost" onClick={() => setOpen('unsubscribe')}>
                {t('consent.unsubscribe')}
              </Button>
            )}
          </span>
        )}
      </div>
      <ConsentHistory entries={history} />
      {open === 'record' && <RecordConsent contact={contact} channel={channel} onClose={() => setOpen(undefined)} />}
      {open === 'unsubscribe' && <Unsubscribe contact={contact} channel={channel} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function ConsentHistory({ entries }: { entries: readonly Consent[] }) {
  const { t } = useTranslation('contacts');
  if (entries.length === 0) return <p className="text-sm text-subtle">{t('consent.none')}</p>;
  return (
    <ol className="flex flex-col gap-2.5 border-l border-line-strong pl-3.5">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-start gap-3 text-sm">
          <div className="min-w-0 flex-1">
            <p className="text-ink">{t(`consent.state.${entry.state}`)}</p>
            <p className="text-xs break-words text-subtle">
              {[entry.basis, entry.textShown, entry.recordedBy && t('consent.by', { name: entry.recordedBy })]
                .filter(Boolean)
                .join(' · ') || entry.source}
            </p>
          </div>
          <Time at={entry.createdAt} className="shrink-0 text-xs text-subtle" />
        </li>
      ))}
    </ol>
  );
}

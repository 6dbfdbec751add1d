import { useQuery } from '@tanstack/react-query';
import type { ContactDetail, ContactEngagement } from '@waggle/contracts/contacts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { cx } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { engagementQuery } from './queries.ts';

type Email = ContactEngagement['emails'][number];

/** Height and colour tell how far the person went with an email. */
const bars: Record<Email['step'], string> = {
  clicked: 'h-7 bg-(--accent-text)',
  opened: 'h-4 bg-(--chart-1)',
  sent: 'h-1.5 bg-line-control',
  bounced: 'h-1.5 bg-(--danger)',
};

/** Whether they read us: counts of people, and the last emails one by one. */
export function EngagementStrip({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contact-sheet');
  const { data } = useQuery(engagementQuery(contact.id));
  const hasEmails = data !== undefined && data.emails.length > 0;
  return (
    <section
      aria-label={t('engagement.label')}
      className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line-strong px-4 py-3"
    >
      {data ? <Figures engagement={data} /> : <Skeleton className="h-10 w-40" />}
      {hasEmails && <LastEmails emails={data.emails} />}
      <p className={cx('text-xs text-subtle', hasEmails && 'w-full border-t border-line pt-2')}>
        {t('engagement.lastActivity')} <Time at={contact.lastActivityAt} className="text-muted" />
      </p>
    </section>
  );
}

function Figures({ engagement: { sent, opened, clicked } }: { engagement: ContactEngagement }) {
  const { t } = useTranslation('contact-sheet');
  const { number } = useFormat();
  if (sent === 0) return <p className="text-sm text-subtle">{t('engagement.none')}</p>;
  return (
    <div className="text-sm text-muted">
      <p className="text-xs text-subtle">{t('engagement.sent', { count: sent, shown: number(sent) })}</p>
      <p className="mt-0.5">
        <Trans
          t={t}
          i18nKey="engagement.counts"
          values={{ opened: number(opened), clicked: number(clicked) }}
          components={{ b: <b className="text-md font-semibold text-ink" /> }}
        />
      </p>
    </div>
  );
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** One stop for the Tab key, arrow keys from email to email. */
function LastEmails({ emails }: { emails: readonly Email[] }) {
  const { t } = useTranslation('contact-sheet');
  const format = useFormat();
  const row = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(emails.length - 1);
  const describe = ({ name, sentAt, step }: Email) =>
    t(`engagement.email.${step}`, { name: name ?? t('engagement.gone'), date: format.date(sentAt) });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(emails.length - 1, at + by));
    setAt(next);
    row.current?.querySelector<HTMLElement>(`[data-email="${next}"]`)?.focus();
  };
  return (
    <div className="flex items-center gap-4">
      <div>
        <div role="grid" aria-label={t('engagement.last')} tabIndex={-1} onKeyDown={onKeyDown}>
          <div ref={row} role="row" className="flex h-7 items-end gap-0.5">
            {emails.map((email, index) => (
              <Tooltip key={email.campaignId} label={describe(email)}>
                <div
                  role="gridcell"
                  data-email={index}
                  aria-label={describe(email)}
                  tabIndex={index === at ? 0 : -1}
                  onFocus={() => setAt(index)}
                  className="flex h-7 items-end px-px focus-visible:outline-offset-0"
                >
                  <span className={cx('block w-2 rounded-[2px]', bars[email.step])} />
                </div>
              </Tooltip>
            ))}
          </div>
        </div>
        <div aria-hidden className="mt-1 flex justify-between gap-3 text-2xs text-subtle">
          <span>{format.date(emails[0]?.sentAt ?? '')}</span>
          {emails.length > 4 && <span>{format.briefly(emails.at(-1)?.sentAt ?? '')}</span>}
        </div>
      </div>
      <Legend />
    </div>
  );
}

function Legend() {
  const { t } = useTranslation('contact-sheet');
  return (
    <ul aria-hidden className="flex flex-col gap-0.5 border-l border-line pl-3 text-2xs text-subtle max-sm:hidden">
      {(['clicked', 'opened', 'sent'] as const).map((step) => (
        <li key={step} className="flex items-center gap-1.5">
          <span className={cx('w-2 rounded-[2px]', bars[step], step === 'sent' ? 'h-1!' : 'h-2!')} />
          {t(`engagement.legend.${step}`)}
        </li>
      ))}
    </ul>
  );
}

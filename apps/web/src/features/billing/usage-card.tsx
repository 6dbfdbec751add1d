import { TriangleAlert } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import { exceedsLite, isNearlyFull } from './own-plan.ts';
import type { BillingState } from './queries.ts';

type Usage = BillingState['usage'];

export function UsageCard({ state: { usage, subscription, pastDue } }: { state: BillingState }) {
  const { t } = useTranslation('billing');
  const title = t(subscription ? 'usage.period' : 'usage.month');
  return (
    <Card>
      <section aria-label={title}>
        <h2 className="text-sm text-muted">{title}</h2>
        <ContactsUsed contacts={usage.contacts} />
        <Figures usage={usage} />
        {usage.contacts.waiting > 0 && <Waiting count={usage.contacts.waiting} />}
        {pastDue && exceedsLite(usage.contacts.used) && <OnLite used={usage.contacts.used} isOver={pastDue.isOver} />}
      </section>
    </Card>
  );
}

function ContactsUsed({ contacts: { used, limit } }: { contacts: Usage['contacts'] }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const warns = limit !== null && isNearlyFull(used, limit);
  return (
    <>
      <p className="mt-2 mb-2.5 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-xl font-semibold tracking-[-0.02em] text-ink tabular-nums">
          {format.number(used)}
        </span>
        <span className="text-muted">
          {limit === null ? t('usage.contacts') : t('usage.ofContacts', { limit: format.number(limit) })}
        </span>
        {limit !== null && (
          <span
            className={`ml-auto inline-flex items-center gap-1.5 text-sm ${warns ? 'font-semibold text-warning-text' : 'text-muted'}`}
          >
            {warns && <TriangleAlert aria-hidden className="size-3.5" />}
            {t('usage.left', { left: format.number(Math.max(0, limit - used)) })}
          </span>
        )}
      </p>
      {limit !== null && (
        <Progress value={used} max={limit} tone={warns ? 'warning' : 'ink'} label={t('usage.contactsUsed')} />
      )}
    </>
  );
}

function useShownUse(): (use: { used: number; limit: number | null }) => string {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  return ({ used, limit }) => {
    if (limit === null) return t('usage.unlimited', { used: number(used) });
    if (limit === 0) return t('usage.notIncluded', { used: number(used) });
    return t('usage.of', { used: number(used), limit: number(limit) });
  };
}

function Figures({ usage: { forms, automations, emailsSent, scans } }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const shown = useShownUse();
  const figures = [
    [t('usage.forms'), shown(forms)],
    [t('usage.automations'), shown(automations)],
    [t('usage.emailsSent'), number(emailsSent)],
    [t('usage.scans'), number(scans)],
  ] as const;
  return (
    <dl className="mt-4 flex flex-wrap gap-x-9 gap-y-3 text-sm">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 font-[550] text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  return <p className="mt-3 text-sm text-warning-text">{t('usage.waiting', { count, shown: number(count) })}</p>;
}

/** What becomes of the contacts once the plan falls back. */
function OnLite({ used, isOver }: { used: number; isOver: boolean }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  return (
    <p className="mt-3 text-sm text-muted">
      <Trans
        t={t}
        i18nKey={isOver ? 'usage.nowOnLite' : 'usage.onLite'}
        values={{ used: number(used) }}
        components={{ b: <b className="font-semibold text-ink" /> }}
      />
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { noticeQuery } from '../queries.ts';

/** On every page but Billing, which says more. */
export function PastDueBar({ className }: { className?: string }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const isBilling = useLocation({ select: ({ pathname }) => pathname.startsWith('/dashboard/billing') });
  const { data } = useQuery({ ...noticeQuery, enabled: !isBilling });
  if (isBilling || !data?.pastDue) return null;
  const { plan, graceEndsAt, isOver } = data.pastDue;
  const facts = { plan: t(`plans.${plan}`), date: format.monthDay(graceEndsAt) };
  return (
    <Alert
      tone="danger"
      title={t(isOver ? 'pastDue.over.title' : 'pastDue.running.title', facts)}
      className={className}
      action={
        <Link to="/dashboard/billing" className="text-sm font-semibold text-danger-text underline underline-offset-4">
          {t('pastDue.open')}
        </Link>
      }
    />
  );
}

import { Link } from '@tanstack/react-router';
import type { Purchase } from '@waggle/contracts/purchases';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '#lib/money.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Touches } from './touches.tsx';

type PurchaseRowProps = {
  purchase: Purchase;
  /** Of the organization. */
  currency: string;
  /** Names the buyer, where the list is not of one contact. */
  withContact?: boolean;
  actions?: ReactNode;
};

export function PurchaseRow({ purchase, currency, withContact = false, actions }: PurchaseRowProps) {
  const { t } = useTranslation('purchases');
  const money = useMoney();
  const { paid, source, orderName, description, purchasedAt, touches } = purchase;
  const details = [
    description,
    orderName && orderName !== description && t('order', { order: orderName }),
    t(`source.${source}`),
  ];
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold text-ink tabular-nums">{money(paid.amount - paid.refunded, paid.currency)}</span>
        <RefundBadge purchase={purchase} />
        <span className="ml-auto flex items-center gap-1 text-xs text-subtle">
          <Time at={purchasedAt} />
          {actions}
        </span>
      </div>
      {withContact && <Buyer purchase={purchase} />}
      <p className="text-xs wrap-anywhere text-muted">{details.filter(Boolean).join(' · ')}</p>
      <Converted purchase={purchase} currency={currency} />
      <Touches touches={touches} />
    </li>
  );
}

function RefundBadge({ purchase: { paid } }: { purchase: Purchase }) {
  const { t } = useTranslation('purchases');
  const money = useMoney();
  if (paid.refunded === 0) return null;
  if (paid.refunded >= paid.amount) return <Badge>{t('refunded')}</Badge>;
  const parts = { part: money(paid.refunded, paid.currency), whole: money(paid.amount, paid.currency) };
  return <Badge>{t('partlyRefunded', parts)}</Badge>;
}

function Buyer({ purchase: { contact } }: { purchase: Purchase }) {
  const { t } = useTranslation('purchases');
  if (!contact) return <p className="text-subtle">{t('noContact')}</p>;
  return (
    <p>
      <Link
        to="/dashboard/contacts"
        search={{ contact: contact.id }}
        className="wrap-anywhere text-link underline underline-offset-2"
      >
        {contact.name || contact.email}
      </Link>
    </p>
  );
}

/** What it counts as, where it was paid in another currency. */
function Converted({ purchase: { paid, amount }, currency }: Pick<PurchaseRowProps, 'purchase' | 'currency'>) {
  const { t } = useTranslation('purchases');
  const money = useMoney();
  if (paid.currency === currency) return null;
  if (amount === null) return <p className="text-xs text-warning-text">{t('noRate')}</p>;
  return <p className="text-xs text-muted">{t('countsAs', { amount: money(amount, currency) })}</p>;
}

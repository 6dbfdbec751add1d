import type { Purchase } from '@waggle/contracts/purchases';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { PurchaseMenu } from '../contact/purchase-menu.tsx';
import { PurchaseRow } from './purchase-row.tsx';

type SumProps = { amount: number; currency: string; total: number; unconverted: number };

/** What all that match come to, and what is missing in it. */
export function PurchaseSum({ amount, currency, total, unconverted }: SumProps) {
  const { t } = useTranslation('purchases');
  const { number } = useFormat();
  const money = useMoney();
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="text-lg font-semibold text-ink tabular-nums">{money(amount, currency)}</p>
      <p className="text-xs text-muted">{t('count', { count: total, shown: number(total) })}</p>
      {unconverted > 0 && (
        <p className="text-xs text-warning-text">
          {t('unconverted', { count: unconverted, shown: number(unconverted) })}
        </p>
      )}
    </div>
  );
}

type ListProps = {
  items: readonly Purchase[];
  currency: string;
  withContact?: boolean;
  /** Offers to refund and delete those that may be changed. */
  withMenu?: boolean;
};

export function PurchaseList({ items, currency, withContact = false, withMenu = false }: ListProps) {
  const { t } = useTranslation('purchases');
  return (
    <ol aria-label={t('title')} className="flex flex-col divide-y divide-line">
      {items.map((purchase) => (
        <PurchaseRow
          key={purchase.id}
          purchase={purchase}
          currency={currency}
          withContact={withContact}
          actions={withMenu && purchase.mayChange && <PurchaseMenu purchase={purchase} />}
        />
      ))}
    </ol>
  );
}

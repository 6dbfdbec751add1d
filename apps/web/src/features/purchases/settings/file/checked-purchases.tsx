import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { CheckedRows } from '#ui/checked-rows.tsx';
import type { CheckedFile } from './choose-purchases.tsx';

type Row = CheckedFile['rows'][number];

const columns = [
  { id: 'email', className: 'max-w-56 min-w-44 wrap-anywhere', cell: ({ email }: Row) => email },
  {
    id: 'amount',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount, currency }: Row) => `${amount} ${currency}`,
  },
  { id: 'date', className: 'whitespace-nowrap text-muted', cell: ({ purchasedAt }: Row) => purchasedAt },
  { id: 'order', className: 'max-w-32 wrap-anywhere text-muted', cell: ({ orderName }: Row) => orderName },
] as const;

export function CheckedPurchases({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
  return (
    <CheckedRows
      label={t('file.found')}
      rows={rows}
      rowHeader={t('file.column.row')}
      columns={columns.map((column) => ({ ...column, header: t(`file.column.${column.id}`) }))}
      warning={(wrong, good) => ({
        title: t('file.wrong', { count: wrong, shown: number(wrong) }),
        text: t('file.skipped', { count: good, shown: number(good) }),
      })}
      errorText={translateSentence}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import type { CheckedFile } from './choose-file.tsx';

type Row = CheckedFile['rows'][number];

/** What is wrong comes first: that is what somebody has to look at. */
const wrongFirst = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => Number(a.error === null) - Number(b.error === null));

const columns = ['row', 'email', 'amount', 'date', 'order'] as const;

export function CheckedPurchases({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
  const wrong = rows.filter(({ error }) => error !== null).length;
  const good = rows.length - wrong;
  return (
    <>
      {wrong > 0 && (
        <Alert tone="warning" title={t('file.wrong', { count: wrong, shown: number(wrong) })}>
          {t('file.skipped', { count: good, shown: number(good) })}
        </Alert>
      )}
      <ScrollRegion label={t('file.found')} className="max-h-72 rounded-lg border border-line-strong">
        <table aria-label={t('file.found')} className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-left font-medium">
                  {t(`file.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {wrongFirst(rows).map((row) => (
              <FileRow key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function FileRow({ row: { row, email, amount, currency, purchasedAt, orderName, error } }: { row: Row }) {
  return (
    <tr className="align-top text-ink">
      <td className="px-3 py-2 text-subtle tabular-nums">{row}</td>
      <td className="max-w-56 min-w-44 px-3 py-2 wrap-anywhere">
        {email}
        {error !== null && (
          <span className="block text-xs font-medium text-danger-text">{translateSentence(error)}</span>
        )}
      </td>
      <td className="px-3 py-2 whitespace-nowrap tabular-nums">{`${amount} ${currency}`}</td>
      <td className="px-3 py-2 whitespace-nowrap text-muted">{purchasedAt}</td>
      <td className="max-w-32 px-3 py-2 wrap-anywhere text-muted">{orderName}</td>
    </tr>
  );
}

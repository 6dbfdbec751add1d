import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { readableAddress } from '../addresses.tsx';
import { LabelChips } from '../labels/label-chip.tsx';
import type { CheckedFile } from './choose-file.tsx';

type Row = CheckedFile['rows'][number];

/** What is wrong comes first: that is what somebody has to look at. */
const wrongFirst = (rows: readonly Row[]) =>
  [...rows].sort((a, b) => Number(a.error === null) - Number(b.error === null));

/** The dry run: every row of the file, with what is wrong in it. */
export function CheckedRows({ rows }: { rows: CheckedFile['rows'] }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const wrong = rows.filter(({ error }) => error !== null).length;
  const good = rows.length - wrong;
  return (
    <>
      {wrong > 0 && (
        <Alert tone="warning" title={t('bulk.wrong', { count: wrong, shown: format.number(wrong) })}>
          {t('bulk.skipped', { count: good, shown: format.number(good) })}
        </Alert>
      )}
      <ScrollRegion label={t('bulk.found')} className="max-h-72 rounded-lg border border-line-strong">
        <table aria-label={t('bulk.found')} className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('bulk.row')}
              </th>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('columns.name')}
              </th>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('columns.targetUrl')}
              </th>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('labels.title')}
              </th>
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

function FileRow({ row: { row, name, targetUrl, labels, error } }: { row: Row }) {
  return (
    <tr className="align-top text-ink">
      <td className="px-3 py-2 text-subtle tabular-nums">{row}</td>
      <td className="max-w-40 px-3 py-2 wrap-anywhere">
        {name}
        {error !== null && (
          <span className="block text-xs font-medium text-danger-text">{translateSentence(error)}</span>
        )}
      </td>
      <td className="max-w-56 px-3 py-2 wrap-anywhere text-muted">{readableAddress(targetUrl)}</td>
      <td className="max-w-32 px-3 py-2">
        <LabelChips labels={labels} />
      </td>
    </tr>
  );
}

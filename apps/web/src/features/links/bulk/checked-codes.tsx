import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { CheckedRows } from '#ui/checked-rows.tsx';
import { readableAddress } from '../addresses.tsx';
import { LabelChips } from '../labels/label-chip.tsx';
import type { CheckedFile } from './choose-codes.tsx';

type Row = CheckedFile['rows'][number];

const chipsOf = ({ labels }: Row) => <LabelChips labels={labels} />;

export function CheckedCodes({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('links');
  const { number } = useFormat();
  return (
    <CheckedRows
      label={t('bulk.found')}
      rows={rows}
      rowHeader={t('bulk.row')}
      columns={[
        { id: 'name', header: t('columns.name'), className: 'max-w-40 wrap-anywhere', cell: ({ name }) => name },
        {
          id: 'targetUrl',
          header: t('columns.targetUrl'),
          className: 'max-w-56 wrap-anywhere text-muted',
          cell: ({ targetUrl }) => readableAddress(targetUrl),
        },
        {
          id: 'labels',
          header: t('labels.title'),
          className: 'max-w-32',
          cell: chipsOf,
        },
      ]}
      warning={(wrong, good) => ({
        title: t('bulk.wrong', { count: wrong, shown: number(wrong) }),
        text: t('bulk.skipped', { count: good, shown: number(good) }),
      })}
      errorText={translateSentence}
    />
  );
}

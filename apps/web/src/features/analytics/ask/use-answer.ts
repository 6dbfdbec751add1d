import type { AnswerRow } from '@waggle/contracts/ask';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { Answer } from './queries.ts';

/** Stands for a rate of nothing; a zero would be a claim. */
const unknown = '–';

type Named = AnswerRow & { label: string; shown: string };

/** An answer in words: its number, its rows by name, and both as a table. */
export function useAnswer(answer: Answer, title: string) {
  const { t } = useTranslation(['ask', 'analytics']);
  const format = useFormat();
  const money = useMoney({ brief: true });
  const { unit, currency, question, period } = answer;
  const amount = (value: number | null) => {
    if (value === null) return unknown;
    if (unit === 'money') return money(value, currency);
    return unit === 'percent' ? format.percent(value / 100) : format.number(value);
  };
  const labelOf = ({ kind, key, name }: AnswerRow): string => {
    if (kind === 'others') return t('others');
    if (kind === 'none') return t('none');
    if (question.breakdown === 'month') return format.month(key);
    if (question.breakdown === 'status') return t(`analytics:distribution.statuses.${key as 'active'}`);
    return name ?? t('deleted');
  };
  const rows = answer.rows?.map((row): Named => ({ ...row, label: labelOf(row), shown: amount(row.value) }));
  const first = { month: t('columnMonth'), status: t('columnStatus') }[question.breakdown as string] ?? t('columnName');
  const table: ChartTableData | undefined = rows && {
    columns: [first, title],
    rows: rows.map(({ label, shown }) => [label, shown]),
  };
  const span = period ? t('span', { from: format.dayInFull(period.from), to: format.dayInFull(period.to) }) : t('now');
  return { amount, rows, table, span, value: amount(answer.value) };
}

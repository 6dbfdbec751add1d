import { Link } from '@tanstack/react-router';
import type { RankedCode } from '@waggle/contracts/analytics';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { type Define, useDefinitions } from '#features/dashboard/index.ts';
import { type Format, useFormat } from '#lib/format.ts';
import { Sparkline } from '#ui/sparkline.tsx';
import { Ranking, type RankingColumn } from './ranking.tsx';

export function TopCodes({ codes }: { codes: readonly RankedCode[] }) {
  const { t } = useTranslation('analytics');
  const columns = columnsOf(t, useFormat(), useDefinitions());
  return <Ranking title={t('top.codes')} by={t('top.byScans')} rows={codes} columns={columns} />;
}

const columnsOf = (t: TFunction<'analytics'>, format: Format, define: Define): RankingColumn<RankedCode>[] => [
  { id: 'name', header: t('columns.name'), cell: ({ id, name }) => <CodeLink id={id} name={name} /> },
  {
    id: 'trend',
    header: t('columns.days30'),
    hint: define('scansEachByDay'),
    cell: ({ trend }) => <Trend values={trend} />,
  },
  {
    id: 'scans',
    header: t('columns.scans'),
    hint: define('scansEach'),
    cell: ({ scans }) => <b className="font-semibold">{format.number(scans)}</b>,
  },
];

export const Trend = ({ values }: { values: readonly number[] }) => (
  <Sparkline values={values} width={76} height={22} className="inline-block" />
);

export function CodeLink({ id, name }: { id: string; name: string }) {
  if (!useHolds('links:read')) return name;
  return (
    <Link to="/dashboard/qr-codes/$qrCodeId" params={{ qrCodeId: id }} search={{}} className="hover:underline">
      {name}
    </Link>
  );
}

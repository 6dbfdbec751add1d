import { useNavigate } from '@tanstack/react-router';
import { Send, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import type { ChartMark } from '#ui/chart-marks.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { nearMarks } from './near-marks.ts';
import type { Growth } from './queries.ts';

type Mark = Growth['marks'][number];

const icons = { campaign: Send, import: Upload } as const;

/** Campaigns and imports on their days; each opens its record. */
export function useGrowthMarks({ days, marks }: Growth): ChartMark[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const navigate = useNavigate();
  const mayImport = useHolds('contacts:write');
  const open = ({ kind, id }: Mark) =>
    void (kind === 'campaign'
      ? navigate({ to: '/dashboard/campaigns/$campaignId', params: { campaignId: id } })
      : navigate({ to: '/dashboard/contacts/imports', search: { import: id } }));
  return nearMarks(
    days.map(({ on }) => on),
    marks,
  ).map(({ place, marks: [first, ...others] }) => ({
    place,
    icon: icons[first.kind],
    label: t('growth.mark', {
      day: format.day(first.on),
      names: format.list([first, ...others].map(({ name }) => name)),
    }),
    items: [first, ...others].map((mark) => (
      <MenuItem
        key={mark.id}
        icon={icons[mark.kind]}
        description={t(`growth.${mark.kind}`, { day: format.day(mark.on) })}
        disabled={mark.kind === 'import' && !mayImport}
        onSelect={() => open(mark)}
      >
        {mark.name}
      </MenuItem>
    )),
  }));
}

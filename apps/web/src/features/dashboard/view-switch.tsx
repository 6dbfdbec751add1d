import { Hexagon, LayoutDashboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { overviewViews, type OverviewView, useView } from './use-view.ts';

const icons = { summary: LayoutDashboard, clients: Hexagon };

/** Nothing for whoever has no clients to look at side by side. */
export function ViewSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('control-room');
  const { view, canChoose, show } = useView();
  if (!canChoose || view === undefined) return null;
  return (
    <SegmentedControl<OverviewView>
      label={t('view')}
      options={overviewViews.map((value) => ({ value, label: t(value), icon: icons[value] }))}
      value={view}
      onValueChange={show}
      className={className}
    />
  );
}

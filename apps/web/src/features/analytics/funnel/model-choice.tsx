import { attributionModels } from '@waggle/contracts/purchases';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { useModel } from './use-model.ts';

export function ModelChoice() {
  const { t } = useTranslation('analytics');
  const [model, choose] = useModel();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:justify-end">
      <span className="flex items-center gap-1 text-sm text-muted">
        {t('funnel.attribution')}
        <Tooltip label={t(`funnel.meaning.${model}`)}>
          <IconButton label={t(`funnel.meaning.${model}`)} icon={Info} size="sm" />
        </Tooltip>
      </span>
      <SegmentedControl
        label={t('funnel.attribution')}
        options={attributionModels.map((value) => ({ value, label: t(`funnel.models.${value}`) }))}
        value={model}
        onValueChange={choose}
        className="max-sm:w-full max-sm:overflow-x-auto"
      />
    </div>
  );
}

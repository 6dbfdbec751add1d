import { useReactFlow, useViewport } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** Everything at once, above the bar of steps. */
export const fit = { maxZoom: 1, padding: { top: '24px', x: '24px', bottom: '96px' } } as const;

/** Zoom, and everything at once. */
export function CanvasControls() {
  const { t } = useTranslation('automation-editor');
  const { wholePercent } = useFormat();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  return (
    <div className="absolute bottom-4 left-4 max-2xl:bottom-18 z-5 flex items-center rounded-md border border-line-strong bg-surface p-0.5 shadow-xs">
      <IconButton icon={Minus} size="sm" label={t('canvas.zoomOut')} onClick={() => void zoomOut()} />
      <span className="w-11 text-center text-xs text-muted tabular-nums">{wholePercent(zoom)}</span>
      <IconButton icon={Plus} size="sm" label={t('canvas.zoomIn')} onClick={() => void zoomIn()} />
      <IconButton icon={Maximize} size="sm" label={t('canvas.fit')} onClick={() => void fitView(fit)} />
    </div>
  );
}

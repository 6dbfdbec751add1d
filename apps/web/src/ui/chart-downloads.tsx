import { Download } from 'lucide-react';
import type { ChartImage } from './chart-image/chart-image.ts';
import { MenuItem } from './menu.tsx';
import { toast } from './toast-store.ts';
import { useUiText } from './ui-text.tsx';

const types = ['svg', 'png'] as const;

type ChartDownloadsProps = {
  image: ChartImage;
  /** Why there are none, and what to do. */
  locked?: string | undefined;
};

/** `MenuItem`s that save a chart as a file. What draws it is loaded with the first. */
export function ChartDownloads({ image, locked }: ChartDownloadsProps) {
  const text = useUiText();
  const save = async (type: (typeof types)[number]) => {
    try {
      const { saveChart } = await import('./chart-image/save.ts');
      await saveChart(image, type);
    } catch {
      toast({ title: text.downloadFailed, tone: 'error' });
    }
  };
  return types.map((type, at) => (
    <MenuItem
      key={type}
      icon={Download}
      disabled={locked !== undefined}
      description={at === types.length - 1 ? locked : undefined}
      onSelect={() => void save(type)}
    >
      {type === 'svg' ? text.downloadSvg : text.downloadPng}
    </MenuItem>
  ));
}

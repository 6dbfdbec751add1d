import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useBuilder } from '../builder-context.ts';
import { useSenders } from '../use-senders.ts';
import { EmailFrame } from './email-frame.tsx';

export function PreviewPane() {
  const { t } = useTranslation('campaign-builder');
  const { draft } = useBuilder();
  const { fromName } = useSenders();
  const [width, setWidth] = useState<'desktop' | 'phone'>('phone');
  const [dark, setDark] = useState(false);
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <h2 className="mr-auto text-sm font-semibold text-ink">{t('preview.title')}</h2>
        <IconButton
          label={t(dark ? 'preview.light' : 'preview.dark')}
          icon={dark ? Sun : Moon}
          onClick={() => setDark(!dark)}
        />
        <SegmentedControl
          label={t('preview.width')}
          options={[
            { value: 'desktop', label: <span className="sr-only">{t('preview.desktop')}</span>, icon: Monitor },
            { value: 'phone', label: <span className="sr-only">{t('preview.phone')}</span>, icon: Smartphone },
          ]}
          value={width}
          onValueChange={setWidth}
        />
      </div>
      <EmailFrame
        subject={draft.subject}
        from={fromName ?? t('preview.noSender')}
        html={draft.content.html}
        width={width}
        dark={dark}
      />
    </div>
  );
}

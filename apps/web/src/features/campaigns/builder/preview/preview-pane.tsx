import { Contrast, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { BeforeYouSend } from '../checks/before-you-send.tsx';
import { useSenders } from '../use-senders.ts';
import type { Look } from './color-scheme.ts';
import { EmailFrame } from './email-frame.tsx';
import { PreviewContact, type PreviewReader } from './preview-contact.tsx';
import { usePreview } from './use-preview.ts';

const looks = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'inverted', icon: Contrast },
] as const;

export function PreviewPane() {
  const { t } = useTranslation('campaign-builder');
  const { fromName } = useSenders();
  const [width, setWidth] = useState<'desktop' | 'phone'>('phone');
  const [look, setLook] = useState<Look>('light');
  const [reader, setReader] = useState<PreviewReader>(null);
  const preview = usePreview(reader?.id ?? null);
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 max-xl:px-0">
        <h2 className="mr-auto text-sm font-semibold text-ink">{t('preview.title')}</h2>
        <PreviewContact reader={reader} onChange={setReader} />
        <SegmentedControl
          label={t('preview.look')}
          options={looks.map(({ value, icon }) => ({
            value,
            label: <span className="sr-only">{t(`preview.looks.${value}`)}</span>,
            icon,
          }))}
          value={look}
          onValueChange={setLook}
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
      {look !== 'light' && (
        <p className="px-4 pt-2.5 text-xs text-muted max-xl:px-0">{t(`preview.approximate.${look}`)}</p>
      )}
      <PreviewProblems {...preview} />
      <EmailFrame
        subject={preview.subject}
        from={fromName ?? t('preview.noSender')}
        html={preview.html}
        width={width}
        look={look}
      />
      <BeforeYouSend />
    </div>
  );
}

type Problems = Pick<ReturnType<typeof usePreview>, 'problems' | 'removed' | 'error' | 'retry'>;

/** What keeps it from being sent, and what the cleaner would take out. */
function PreviewProblems({ problems, removed, error, retry }: Problems) {
  const { tryAgain } = useUiText();
  const { t } = useTranslation('campaign-builder');
  const wrong = problems.filter(({ severity }) => severity === 'error');
  if (!error && wrong.length === 0 && removed.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 p-4 pb-0 max-xl:px-0">
      {error && (
        <Alert tone="danger" action={<Button onClick={retry}>{tryAgain}</Button>}>
          {problemText(error)}
        </Alert>
      )}
      {wrong.length > 0 && (
        <Alert tone="danger" title={t('preview.wrong')}>
          {wrong.map(({ part, line, message }) => (
            <p key={`${part} ${line} ${message}`}>{t('preview.line', { line, message: translateSentence(message) })}</p>
          ))}
        </Alert>
      )}
      {removed.length > 0 && (
        <Alert tone="warning" title={t('preview.removed')}>
          {removed.join(', ')}
        </Alert>
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import type { Look } from './color-scheme.ts';
import { EmailPage } from '../../email-page.tsx';

type EmailFrameProps = { subject: string; from: string; html: string; width: 'desktop' | 'phone'; look: Look };

export function EmailFrame({ subject, from, html, width, look }: EmailFrameProps) {
  const { t } = useTranslation('campaign-builder');
  const dark = look !== 'light';
  const isPhone = width === 'phone';
  return (
    <div className="flex shrink-0 grow basis-[30rem] flex-col items-center bg-canvas p-4 max-xl:px-0">
      <div
        className={cx(
          'flex w-full flex-1 flex-col overflow-hidden border-ink',
          isPhone ? 'max-w-[22rem] rounded-[1.75rem] border-[6px]' : 'rounded-lg border border-line-strong',
          dark ? 'bg-black text-white' : 'bg-white text-black',
        )}
      >
        <div className={cx('border-b px-4 py-3', dark ? 'border-white/15' : 'border-black/10')}>
          <p className="text-sm font-semibold break-words">{subject || t('preview.noSubject')}</p>
          <p className="text-xs opacity-75">{t('preview.from', { name: from })}</p>
        </div>
        <div className="relative min-h-0 flex-1 overflow-hidden">
          {html === '' && <p className="p-4 text-sm opacity-75">{t('preview.empty')}</p>}
          <EmailPage title={t('preview.frame')} html={html} width={width} look={look} />
        </div>
      </div>
    </div>
  );
}

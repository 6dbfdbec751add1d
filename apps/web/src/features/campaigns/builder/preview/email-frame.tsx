import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { inScheme } from './color-scheme.ts';

type EmailFrameProps = { subject: string; from: string; html: string; width: 'desktop' | 'phone'; dark: boolean };

/** Pixels of the window an email is laid out for on a desk; the frame is scaled to the room there is. */
const deskWidth = 720;

/** As wide as on a desk, and as small as the room is. */
function deskStyle(room: number): CSSProperties {
  const scale = Math.min(1, (room || deskWidth) / deskWidth);
  return { width: deskWidth, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' };
}

function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** The email in a frame that may do nothing: no scripts, no forms, no way to the page around it. */
export function EmailFrame({ subject, from, html, width, dark }: EmailFrameProps) {
  const { t } = useTranslation('campaign-builder');
  const isPhone = width === 'phone';
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
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
        <div ref={place} className="relative min-h-0 flex-1 overflow-hidden">
          {html === '' && <p className="p-4 text-sm opacity-75">{t('preview.empty')}</p>}
          <iframe
            title={t('preview.frame')}
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={inScheme(html, dark ? 'dark' : 'light')}
            style={isPhone ? undefined : deskStyle(room)}
            className="absolute inset-0 h-full w-full border-0"
          />
        </div>
      </div>
    </div>
  );
}

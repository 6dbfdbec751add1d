import type { Purchase, TouchKind } from '@waggle/contracts/purchases';
import { ClipboardList, MousePointerClick, QrCode, type LucideIcon } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';

const icons: Record<TouchKind, LucideIcon> = { scan: QrCode, form: ClipboardList, click: MousePointerClick };

/** A purchase has up to 100; the last ones tell the story. */
const mostShown = 5;

/** What the person did in the seven days before, oldest first. */
export function Touches({ touches }: Pick<Purchase, 'touches'>) {
  const { t } = useTranslation('purchases');
  const { number } = useFormat();
  if (touches.length === 0) return null;
  const shown = touches.slice(-mostShown);
  const earlier = touches.length - shown.length;
  return (
    <div className="mt-1 border-l-2 border-line-strong pl-3 text-xs">
      <p className="text-subtle">{t('touches.label')}</p>
      {earlier > 0 && <p className="text-subtle">{t('touches.earlier', { count: earlier, shown: number(earlier) })}</p>}
      <ol>
        {shown.map((touch) => (
          <Touch key={`${touch.subjectId} ${touch.at}`} touch={touch} />
        ))}
      </ol>
    </div>
  );
}

function Touch({ touch: { kind, name, at } }: { touch: Purchase['touches'][number] }) {
  const { t } = useTranslation('purchases');
  const Icon = icons[kind];
  return (
    <li className="flex items-start gap-1.5 py-0.5 text-muted">
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-subtle" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Trans
          t={t}
          i18nKey={`touches.${kind}`}
          values={{ name: name ?? t('touches.gone') }}
          components={{ b: <b className="font-medium text-ink" /> }}
          shouldUnescape
        />
      </span>
      <Time at={at} className="shrink-0 text-subtle" />
    </li>
  );
}

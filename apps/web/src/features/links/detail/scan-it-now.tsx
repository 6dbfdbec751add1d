import type { QrCode } from '@waggle/contracts/qr-codes';
import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import type { Stats } from '../queries.ts';
import { BotScans } from './raw-numbers.tsx';

/** Before the first scan: what to do, and that the page will show it by itself. */
export function ScanItNow({ code, stats }: { code: QrCode; stats: Stats }) {
  const { t } = useTranslation('links');
  const isPhone = useIsPhone();
  const words = code.isActive ? 'stats.first' : 'stats.firstInactive';
  return (
    <Card>
      <div className="grid justify-items-center gap-1 px-4 py-16 text-center">
        <span aria-hidden className="mb-3 grid size-12 place-items-center rounded-full bg-fill text-muted">
          <Smartphone className="size-6" />
        </span>
        <h2 className="text-[0.9375rem] leading-6 font-semibold text-ink">{t(`${words}.title`)}</h2>
        <p className="max-w-[46ch] text-sm text-muted">
          {t(code.isActive && isPhone ? 'stats.first.onPhone' : `${words}.text`)}
        </p>
        {code.isActive && (
          <p role="status" className="mt-4 flex items-center gap-2 text-xs text-subtle">
            <span aria-hidden className="size-2 rounded-full bg-(--chart-1) motion-safe:animate-pulse" />
            {t('stats.waiting')}
          </p>
        )}
        <div className="mt-2 text-xs text-subtle">
          <BotScans stats={stats} />
        </div>
      </div>
    </Card>
  );
}

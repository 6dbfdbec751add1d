import type { LeftOut } from '@waggle/contracts/client-templates';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';

/** Lines that are read; the rest is a number. */
const mostShown = 5;

/** Everything that is not as it was with the other client, by name. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation('client-templates');
  const { number } = useFormat();
  if (leftOut.length === 0) return null;
  const more = leftOut.length - mostShown;
  return (
    <Alert tone="info" title={t('leftOut.title')}>
      <ul className="mt-1 flex flex-col gap-1">
        {leftOut.slice(0, mostShown).map((one) => (
          <li key={`${one.kind} ${one.name} ${one.because}`} className="wrap-anywhere">
            <b className="font-semibold text-ink">{one.name}</b>{' '}
            {t(one.isCopied ? `leftOut.without.${one.because}` : `leftOut.not.${one.because}`)}
          </li>
        ))}
        {more > 0 && <li>{t('leftOut.more', { count: more, shown: number(more) })}</li>}
      </ul>
    </Alert>
  );
}

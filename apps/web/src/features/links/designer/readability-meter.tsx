import type { Readability } from '@waggle/contracts/qr-design';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { cx } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Fold } from '../fold.tsx';
import { units, useUnit } from '../units.ts';
import { useReadabilityWords } from './readability-words.ts';
import type { Preview } from './use-preview.ts';

type MeterProps = { preview: Preview };

const dimmed = (waiting: boolean) =>
  cx('min-w-0 transition-opacity duration-(--duration-fast)', waiting && 'opacity-50');

/** Whether it scans, and from which size on. */
export function ReadabilityVerdict({ preview: { readability, waiting } }: MeterProps) {
  const { t } = useTranslation('links');
  const words = useReadabilityWords();
  const verdict = readability && words.verdict(readability);
  useEffect(() => {
    if (verdict && !waiting) announce(verdict);
  }, [verdict, waiting]);
  return (
    <div className={dimmed(waiting)}>
      <h3 className="mb-1 text-sm font-medium text-ink">{t('readability.title')}</h3>
      {readability && verdict ? (
        <Verdict scans={readability.scans}>{verdict}</Verdict>
      ) : (
        <Skeleton width="10rem" className="my-1" />
      )}
    </div>
  );
}

/** What is wrong and what to change; all the checks and the sizes to print are behind a line. */
export function ReadabilityChecks({ preview: { readability, waiting } }: MeterProps) {
  const { t } = useTranslation('links');
  if (!readability) return null;
  return (
    <div className={dimmed(waiting)}>
      {readability.scans ? (
        <Fold label={t('readability.details')}>
          <div>
            <Checks readability={readability} />
            <PrintSizes readability={readability} />
          </div>
        </Fold>
      ) : (
        <Checks readability={readability} />
      )}
    </div>
  );
}

function Checks({ readability }: { readability: Readability }) {
  const words = useReadabilityWords();
  return (
    <ul className="flex flex-col gap-2.5 border-t border-line pt-3">
      {readability.checks.map((check) => (
        <li key={check.check} className="flex gap-2 text-xs">
          <CheckIcon passed={check.passed} />
          <span className="min-w-0">
            <span className="block font-medium text-ink">{words.name(check)}</span>
            <span className="block text-muted">{words.found(check)}</span>
            {!check.passed && <span className="block font-medium text-danger-text">{words.fix(check)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type VerdictProps = { scans: boolean; className?: string | undefined; children: string };

/** Its words say what its colour says. */
export function Verdict({ scans, className, children }: VerdictProps) {
  const Icon = scans ? CircleCheck : CircleAlert;
  return (
    <p
      className={cx(
        'flex items-start gap-1.5 text-sm font-semibold',
        scans ? 'text-success-text' : 'text-danger-text',
        className,
      )}
    >
      <Icon aria-hidden className="mt-px size-3.5" />
      <span>{children}</span>
    </p>
  );
}

function CheckIcon({ passed }: { passed: boolean }) {
  const { t } = useTranslation('links');
  const Icon = passed ? CircleCheck : CircleAlert;
  return (
    <>
      <Icon aria-hidden className={cx('mt-px size-3.5', passed ? 'text-success-text' : 'text-danger-text')} />
      <span className="sr-only">{t(passed ? 'readability.passed' : 'readability.failed')}</span>
    </>
  );
}

function PrintSizes({ readability }: { readability: Readability }) {
  const { t } = useTranslation('links');
  const [unit, setUnit] = useUnit();
  const words = useReadabilityWords();
  return (
    <>
      <SegmentedControl
        label={t('readability.unit')}
        value={unit}
        onValueChange={setUnit}
        options={units.map((value) => ({ value, label: t(`readability.units.${value}`) }))}
        className="mt-4"
      />
      <table className="mt-3 w-full border-t border-line text-xs text-muted">
        <caption className="sr-only">{t('readability.printSizes')}</caption>
        <thead>
          <tr className="text-subtle">
            <th scope="col" className="pt-3 pb-1 text-left font-medium">
              {t('readability.readFrom')}
            </th>
            <th scope="col" className="pt-3 pb-1 text-right font-medium">
              {t('readability.printWidth')}
            </th>
          </tr>
        </thead>
        <tbody>
          {readability.printSizes.map(({ distanceCm, widthMm }) => (
            <tr key={distanceCm}>
              <td className="py-0.5">{words.distance(distanceCm)}</td>
              <td className="py-0.5 text-right text-ink tabular-nums">{words.width(widthMm)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

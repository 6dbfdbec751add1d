import { ChevronRight, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { cx } from '#ui/class-names.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';
import { AudiencePeople, type Group } from './audience-people.tsx';
import type { CountedAudience } from './use-audience.ts';
import { useReasonName } from './use-reason-name.ts';

/** The exact number, and everybody else by the first reason that leaves them out. */
export function AudienceCount({ audience }: { audience: CountedAudience }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const [opened, setOpened] = useState<Opened>();
  const { data, counting, countedAt } = audience;
  if (audience.isError)
    return (
      <LoadError
        title={t('recipients.countFailed')}
        message={problemText(audience.error)}
        retry={audience.retry}
        busy={counting}
      />
    );
  return (
    <section aria-label={t('recipients.count')} aria-busy={counting} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p role="status" className={cx('text-ink', counting && 'opacity-50')}>
          {data ? (
            <>
              <span className="mr-2 text-xl font-semibold tabular-nums">{format.number(data.recipients)}</span>
              {t('recipients.selected', { count: data.recipients })}
            </>
          ) : (
            <Skeleton width="10rem" />
          )}
        </p>
        <span className="flex items-center gap-1.5 text-xs text-subtle">
          {counting ? <SpinnerIcon className="size-3.5" /> : <RefreshCw aria-hidden className="size-3.5" />}
          {counting
            ? t('recipients.counting')
            : t('recipients.exact', { time: format.time(new Date(countedAt).toISOString()) })}
        </span>
      </div>
      {data && <AudienceBar data={data} dim={counting} onOpen={setOpened} />}
      {data && <LeftOut data={data} onOpen={setOpened} />}
      {opened && <AudiencePeople {...opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

type Data = NonNullable<CountedAudience['data']>;
type Opened = { group: Group; people: number };
type Opening = { onOpen: (opened: Opened) => void };

const notSelected = ({ leftOut }: Data) => leftOut.find(({ reason }) => reason === 'not-selected')?.people ?? 0;

function AudienceBar({ data, dim, onOpen }: { data: Data; dim: boolean } & Opening) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const leftOut = data.leftOut.reduce((sum, { people }) => sum + people, 0) - notSelected(data);
  const parts = [
    { id: 'get', group: 'recipient', people: data.recipients, className: 'bg-(--chart-1)' },
    // Each of its reasons is opened below.
    { id: 'leftOut', group: null, people: leftOut, className: 'bg-(--chart-6)' },
    { id: 'notSelected', group: 'not-selected', people: notSelected(data), className: 'bg-fill-pressed' },
  ] as const;
  const total = parts.reduce((sum, { people }) => sum + people, 0);
  return (
    <div className={cx('flex flex-col gap-2', dim && 'opacity-50')}>
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-sm bg-fill">
        {parts.map(
          ({ id, people, className }) =>
            people > 0 && <span key={id} className={className} style={{ flexGrow: people, minWidth: 3 }} />,
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {parts.map(({ id, group, people, className }) => {
          const text = t(`recipients.bar.${id}`, { count: people, n: format.number(people) });
          return (
            <span key={id} className="flex items-center gap-1.5">
              <span aria-hidden className={cx('size-2 rounded-xs', className)} />
              {group && people > 0 ? (
                <button
                  type="button"
                  className="underline underline-offset-2 hover:text-ink coarse:min-h-(--target-touch)"
                  onClick={() => onOpen({ group, people })}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </span>
          );
        })}
        <span className="ml-auto text-subtle">{t('recipients.ofAll', { count: total, n: format.number(total) })}</span>
      </p>
    </div>
  );
}

function LeftOut({ data, onOpen }: { data: Data } & Opening) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const reasonName = useReasonName();
  const reasons = data.leftOut
    .filter(({ reason, people }) => reason !== 'not-selected' && people > 0)
    .toSorted((one, other) => other.people - one.people);
  if (reasons.length === 0) return null;
  const most = reasons[0]?.people ?? 1;
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h2 className="text-sm font-semibold text-ink">{t('recipients.leftOut')}</h2>
        <span className="text-xs text-subtle">{t('recipients.countedOnce')}</span>
      </div>
      <ul className="divide-y divide-line">
        {reasons.map(({ reason, people }) => (
          <li key={reason}>
            <button
              type="button"
              aria-haspopup="dialog"
              className="grid w-full grid-cols-[minmax(0,11rem)_1fr_auto_auto] items-center gap-3 rounded-sm py-2 text-left text-sm hover:bg-row-hover coarse:min-h-(--target-touch)"
              onClick={() => onOpen({ group: reason, people })}
            >
              <span className="font-[550] text-ink">{reasonName(reason)}</span>
              <span aria-hidden>
                <span
                  className="block h-1.5 rounded-full bg-subtle"
                  style={{ width: `${Math.max(2, (people / most) * 100)}%` }}
                />
              </span>
              <span className="font-semibold text-ink tabular-nums">{format.number(people)}</span>
              <ChevronRight aria-hidden className="size-4 text-subtle" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

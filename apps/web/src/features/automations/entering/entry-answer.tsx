import type { EntryAnswer as Answer } from '@waggle/contracts/contact-batches';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';

/** How many got in, and of the others who they are and why not. */
export function EntryAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const { entered, leftOut } = answer;
  return (
    <div className="flex flex-col gap-4">
      <Alert
        tone={entered > 0 ? 'success' : 'neutral'}
        title={entered > 0 ? t('entered', { count: entered, shown: number(entered) }) : t('nobodyEntered')}
      >
        {entered > 0 && t('enteredText')}
      </Alert>
      {leftOut > 0 && <LeftOut answer={answer} />}
    </div>
  );
}

function LeftOut({ answer: { leftOut, reasons, people } }: { answer: Answer }) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const label = useId();
  return (
    <section aria-labelledby={label} className="flex flex-col gap-2">
      <h3 id={label} className="text-sm font-semibold text-ink">
        {t('leftOut', { count: leftOut, shown: number(leftOut) })}
      </h3>
      <ul className="text-sm text-muted">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="flex gap-2 py-0.5">
            <span className="min-w-8 text-right font-semibold text-ink tabular-nums">{number(count)}</span>
            <span>{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
      <ScrollRegion label={t('leftOutPeople')} className="max-h-64 rounded-lg border border-line-strong">
        <ul className="divide-y divide-line">
          {people.map(({ contactId, name, email, reason }) => (
            <li key={contactId} className="flex items-center gap-2.5 px-3 py-2">
              <Avatar name={name} size={26} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm text-ink">{name}</span>
                {name !== email && <span className="block truncate text-xs text-muted">{email}</span>}
              </span>
              <span className="max-w-[55%] text-right text-xs text-muted">{t(`short.${reason}`)}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {leftOut > people.length && (
        <p className="text-xs text-subtle">{t('firstOnly', { shown: number(people.length) })}</p>
      )}
    </section>
  );
}

import type { BackTest, BackTestResult } from '@waggle/contracts/automation-trials';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useTriedDocument } from './use-tried-document.ts';

type TilesProps = { result: BackTestResult; of: BackTest['of'] };

/** The whole in five figures. */
export function ResultTiles({ result, of }: TilesProps) {
  const { t } = useTranslation('automation-runs');
  const { number, weekday } = useFormat();
  const { triggers } = useTriedDocument(of);
  const { seen, entered, emails, busiestDay, movedByHours, heldByCap, hasCap } = result;
  const isForms = triggers.length > 0 && triggers.every(({ kind }) => kind === 'form.submitted');
  const perPerson = entered === 0 ? 0 : Math.round((emails / entered) * 10) / 10;
  const tiles = [
    {
      name: t('backTest.tiles.entered'),
      value: number(entered),
      note: t(isForms ? 'backTest.tiles.ofSubmissions' : 'backTest.tiles.ofTriggers', {
        count: seen,
        shown: number(seen),
      }),
    },
    {
      name: t('backTest.tiles.emails'),
      value: number(emails),
      note: t('backTest.tiles.perPerson', { shown: number(perPerson) }),
    },
    {
      name: t('backTest.tiles.busiest'),
      value: busiestDay ? number(busiestDay.emails) : '–',
      note: busiestDay
        ? t('backTest.tiles.emailsOn', { count: busiestDay.emails, day: weekday(busiestDay.day) })
        : t('backTest.tiles.noEmails'),
    },
    { name: t('backTest.tiles.moved'), value: number(movedByHours), note: t('backTest.tiles.movedNote') },
    {
      name: t('backTest.tiles.held'),
      value: number(heldByCap),
      note: t(hasCap ? 'backTest.tiles.heldNote' : 'backTest.tiles.noCap'),
    },
  ];
  return (
    <dl className="grid shrink-0 grid-cols-5 overflow-hidden rounded-xl border border-line-strong shadow-xs max-xl:grid-cols-3 max-sm:grid-cols-2">
      {tiles.map(({ name, value, note }) => (
        <div key={name} className="-mr-px -mb-px border-r border-b border-line px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd>
            <span className="block text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">{value}</span>
            <span className="block text-xs text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmailsPerWeek } from './emails-per-week.tsx';
import { LimitsPanel, NotEntered } from './limits-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import type { ReportProps } from './report-props.ts';
import { ResultTiles } from './result-tiles.tsx';
import { StepsTable } from './steps-table.tsx';
import type { BackTesting } from './use-back-test.ts';

export function BackTestReport({ backTest, result, testing }: ReportProps & { testing: BackTesting }) {
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-6 py-5 max-xl:px-5 max-lg:px-4 lg:overflow-y-auto">
        <Cautions backTest={backTest} result={result} testing={testing} />
        <Headline result={result} />
        <ResultTiles result={result} of={backTest.of} />
        <EmailsPerWeek result={result} of={backTest.of} />
        <StepsTable result={result} of={backTest.of} />
      </div>
      <aside className="shrink-0 border-line max-lg:border-t lg:w-86 lg:overflow-y-auto lg:border-l">
        <PeoplePanel backTest={backTest} result={result} />
        <NotEntered result={result} />
        <LimitsPanel backTest={backTest} result={result} testing={testing} />
      </aside>
    </div>
  );
}

function Headline({ result: { entered, emails, weeks } }: Pick<ReportProps, 'result'>) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  return (
    <div>
      <h2 className="font-display text-[1.375rem] leading-7 font-semibold tracking-[-0.02em] text-ink">
        {entered === 0
          ? t('backTest.nobody')
          : t('backTest.headline', {
              count: entered,
              shown: format.number(entered),
              emails: t('backTest.emails', { count: emails, shown: format.number(emails) }),
            })}
      </h2>
      <p className="text-sm text-muted">
        {t(entered === 0 ? 'backTest.nobodyText' : 'backTest.span', {
          // The days of the organization, as the weeks below count them.
          from: weeks[0] ? format.day(weeks[0].from) : '',
          to: format.dayInFull(weeks.at(-1)?.to ?? ''),
        })}
      </p>
    </div>
  );
}

/** What makes the figures less than what they seem. */
function Cautions({ backTest, result: { sample }, testing }: ReportProps & { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  return (
    <>
      {backTest.isOutdated && (
        <Alert
          tone="info"
          title={t('backTest.outdated')}
          action={
            testing.mayRun && (
              <Button size="sm" onClick={() => testing.run()}>
                {t('backTest.again')}
              </Button>
            )
          }
        >
          {t('backTest.outdatedText')}
        </Alert>
      )}
      {sample && (
        <Alert
          tone="info"
          title={t('backTest.sample', { shown: number(sample.people), oneIn: number(sample.oneIn) })}
        />
      )}
    </>
  );
}

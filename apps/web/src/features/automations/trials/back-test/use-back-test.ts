import { useQuery } from '@tanstack/react-query';
import { type BackTest, backTestDays } from '@waggle/contracts/automation-trials';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { backTestQuery, isRunning, useCancelBackTest, useStartBackTest } from '../queries.ts';

export type Days = (typeof backTestDays)[number];
export type Rates = BackTest['assumed'];

/** The back-test that was begun last, and how another one is begun. */
export function useBackTest() {
  const { t } = useTranslation('automation-runs');
  const { automation, keeper, mayWrite } = useEditor();
  const newest = useQuery(backTestQuery(automation.id));
  const starting = useStartBackTest(automation.id);
  const cancelling = useCancelBackTest(automation.id);
  const [chosen, setChosen] = useState<Days>();
  // What somebody assumed counts until the page is left.
  const [rates, setRates] = useState<Rates>();
  const backTest = newest.data;
  const days = chosen ?? backTestDays.find((one) => one === backTest?.days) ?? 90;
  const onError = (error: Error) =>
    toast({ tone: 'error', title: t('backTest.notStarted'), description: problemText(error) });

  const run = async (next: { days?: Days; rates?: Rates } = {}) => {
    if (next.days) setChosen(next.days);
    if (next.rates) setRates(next.rates);
    // The server tries the draft that it has.
    await keeper.flush();
    starting.mutate({ of: 'draft', days: next.days ?? days, ...(next.rates ?? rates) }, { onError });
  };
  return {
    newest,
    backTest,
    days,
    mayRun: mayWrite,
    isBusy: starting.isPending || (backTest ? isRunning(backTest) : false),
    run: (next?: { days?: Days; rates?: Rates }) => void run(next),
    cancel: () => backTest && cancelling.mutate(backTest.id, { onError }),
    isCancelling: cancelling.isPending,
  };
}

export type BackTesting = ReturnType<typeof useBackTest>;

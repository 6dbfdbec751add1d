import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { colleaguesQuery, useSendTest } from '../queries.ts';

/** Sends the email as it is now to the signed-in person, and to the colleagues who are chosen where there are any. */
export function useTest(campaignId: string | undefined, saveAll: () => Promise<boolean>) {
  const { t } = useTranslation('campaign-builder');
  const test = useSendTest();
  const [asking, setAsking] = useState(false);
  const own = useUser().id;
  const { data } = useQuery({ ...colleaguesQuery, enabled: useHolds('team:read') });
  const colleagues = (data?.items ?? []).filter(({ id }) => id !== own);

  const send = async (memberIds: string[]) => {
    if (!campaignId) return;
    setAsking(false);
    try {
      const { colleagues: others, ...first } = await test.mutateAsync({ campaignId, memberIds });
      const failed = [first, ...others].find(({ delivered }) => !delivered);
      const to = [first, ...others].map((one) => one.to).join(', ');
      if (failed) toast({ tone: 'error', title: t('test.failed'), description: `${failed.to}: ${failed.answer}` });
      else toast({ tone: 'success', title: t('test.sent'), description: to });
    } catch (error) {
      toast({ tone: 'error', title: t('test.failed'), description: problemText(error) });
    }
  };
  const run = async () => {
    if (!campaignId || !(await saveAll())) return;
    if (colleagues.length > 0) setAsking(true);
    else await send([]);
  };
  return { run, send, isPending: test.isPending, asking, colleagues, close: () => setAsking(false) };
}
export type TestSending = ReturnType<typeof useTest>;

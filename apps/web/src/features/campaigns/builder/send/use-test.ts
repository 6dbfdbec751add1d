import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useSendTest } from '../queries.ts';

/** Sends the email as it is now to the signed-in person. */
export function useTest(campaignId: string | undefined, saveAll: () => Promise<boolean>) {
  const { t } = useTranslation('campaign-builder');
  const test = useSendTest();
  const run = async () => {
    if (!campaignId || !(await saveAll())) return;
    try {
      const { delivered, to, answer } = await test.mutateAsync(campaignId);
      if (delivered) toast({ tone: 'success', title: t('test.sent'), description: to });
      else toast({ tone: 'error', title: t('test.failed'), description: answer });
    } catch (error) {
      toast({ tone: 'error', title: t('test.failed'), description: problemText(error) });
    }
  };
  return { run, isPending: test.isPending };
}

import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSendTest } from '../queries.ts';

type SendTestProps = { campaignId: string; flush: () => Promise<boolean> };

/** Sends the email as it is now to the signed-in person. */
export function SendTest({ campaignId, flush }: SendTestProps) {
  const { t } = useTranslation('campaign-builder');
  const test = useSendTest();
  const run = async () => {
    if (!(await flush())) return;
    try {
      const { delivered, to, answer } = await test.mutateAsync(campaignId);
      if (delivered) toast({ tone: 'success', title: t('test.sent'), description: to });
      else toast({ tone: 'error', title: t('test.failed'), description: answer });
    } catch (error) {
      toast({ tone: 'error', title: t('test.failed'), description: problemText(error) });
    }
  };
  return (
    <Button variant="ghost" icon={FlaskConical} busy={test.isPending} onClick={() => void run()}>
      <span className="max-sm:sr-only">{t('test.send')}</span>
    </Button>
  );
}

import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from '../builder-context.ts';
import { useCheckLinks } from '../queries.ts';

/** Has the links asked once more that did not work. */
export function CheckAgain() {
  const { t } = useTranslation('campaign-builder');
  const { campaign } = useBuilder();
  const check = useCheckLinks(campaign?.id ?? '');
  const ask = () =>
    runMutation(check, undefined, {
      onError: (error) => toast({ tone: 'error', title: t('checks.failed'), description: problemText(error) }),
    });
  return (
    <Button size="sm" busy={check.isPending} onClick={ask}>
      {t('checks.again')}
    </Button>
  );
}

import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useContactSales } from '../queries.ts';
import { Caption } from './caption.tsx';

/** The largest plan is sold by people. */
export function ContactSales() {
  const { t } = useTranslation('billing');
  const contact = useContactSales();
  const send = () =>
    contact.mutate(undefined, {
      onSuccess: () => toast({ title: t('sales.sent'), description: t('sales.sentText') }),
      onError: (error) => toast({ tone: 'error', title: t('sales.failed'), description: problemText(error) }),
    });
  return (
    <>
      <Button block busy={contact.isPending} onClick={send}>
        {t('sales.contact')}
      </Button>
      <Caption>{t('sales.caption')}</Caption>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useCreatePortalSession } from './queries.ts';

/** Leads to Stripe's portal, in the same tab: it leads back. */
export function usePortal() {
  const { t } = useTranslation('billing');
  const create = useCreatePortalSession();
  const open = () =>
    create.mutate(undefined, {
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => toast({ tone: 'error', title: t('portal.failed'), description: problemText(error) }),
    });
  return { open, busy: create.isPending };
}

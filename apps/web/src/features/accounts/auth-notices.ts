import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localPath } from '#lib/local-path.ts';
import { problemText } from '#lib/problem-text.ts';
import { dismissAllToasts, toast } from '#ui/toast-store.ts';

/** The notices of signing in and up, to the letter of the specification. */
export function useAuthNotices() {
  const { t } = useTranslation('accounts');
  const succeed = (title: string, description: string) => toast({ tone: 'success', title, description });
  return {
    /** An error stays until dismissed, so the next try takes it away. */
    clear: dismissAllToasts,
    welcomeBack: () => succeed(t('notices.welcomeBack'), t('notices.loggedIn')),
    accountCreated: () => succeed(t('notices.accountCreated'), t('notices.accountCreatedText')),
    passwordChanged: () => succeed(t('notices.passwordChanged'), t('notices.passwordChangedText')),
    /** Shows the notice and hands the error back, so the form can show it too. */
    failed: (error: unknown) => {
      toast({ tone: 'error', title: t('notices.error'), description: problemText(error) });
      return error;
    },
  };
}

/** Goes where the person wanted to go before signing in. */
export function useArrive() {
  const router = useRouter();
  return () => {
    const next = new URLSearchParams(window.location.search).get('next');
    router.history.replace(localPath(next) ?? '/dashboard');
  };
}

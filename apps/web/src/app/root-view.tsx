import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer } from '#lib/announce.tsx';
import { useBrand } from '#lib/brand.ts';
import { useOpenRecord } from '#lib/record-title.ts';
import { useTranslatedUiText } from '#lib/ui-text.ts';
import { UiTextProvider } from '#ui/ui-text.tsx';
import { Toasts } from './toasts.tsx';

export function RootView() {
  const { t } = useTranslation();
  const text = useTranslatedUiText();
  useDocumentTitle();
  useFocusOnArrival();
  return (
    <UiTextProvider text={text}>
      <a href="#main" className="skip-link" onClick={focusMain}>
        {t('skipToContent')}
      </a>
      <Outlet />
      <Toasts />
      <Announcer />
    </UiTextProvider>
  );
}

/** By hand, because a changed hash would be a new address for the router. */
function focusMain(event: { preventDefault: () => void }) {
  event.preventDefault();
  const main = document.querySelector<HTMLElement>('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

/** The open record, its page and the product: 'Window sticker · QR Codes · Waggle'. */
function useDocumentTitle() {
  const { t } = useTranslation();
  const record = useOpenRecord();
  const { name: product } = useBrand();
  const title = useMatches({
    select: (matches) => {
      const lost = matches.some((match) => match.status === 'notFound' || match._notFound);
      return lost ? 'titles.notFound' : matches.findLast((match) => match.staticData.title)?.staticData.title;
    },
  });
  useEffect(() => {
    document.title = [record, title && t(title), product].filter(Boolean).join(' · ');
  }, [record, title, product, t]);
}

/** After a change of path the heading takes focus, unless the new view already put it into a field or a layer. */
function useFocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const focused = document.activeElement;
        if (focused instanceof HTMLInputElement && focused.closest('main')) return;
        if (focused?.closest('[role=dialog]:not([data-state=closed])')) return;
        const heading = document.querySelector<HTMLElement>('main [data-arrival]') ?? document.querySelector('h1');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}

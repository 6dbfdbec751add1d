import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBar() {
  const { t } = useTranslation('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-0 z-(--z-sticky) lg:static">
      {!online && (
        <p className="flex min-h-8 items-center justify-center gap-2 bg-inverse px-4 py-1 text-xs text-on-inverse lg:mb-2 lg:rounded-md">
          <WifiOff aria-hidden className="size-3.5" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

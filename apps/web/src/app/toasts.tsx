import { lazy, Suspense, useState } from 'react';
import { useVisibleToast } from '#ui/toast-store.ts';

const Region = lazy(async () => ({ default: (await import('#ui/toast.tsx')).ToastProvider }));

/** The toast library is fetched with the first toast; afterwards its region stays for F8. */
export function Toasts() {
  const entry = useVisibleToast();
  const [needed, setNeeded] = useState(false);
  if (entry && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <Region>{null}</Region>
    </Suspense>
  );
}

import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useVisibleToast } from '#ui/toast-store.ts';

const Region = lazyPart(async () => (await import('#ui/toast.tsx')).ToastProvider);

/** The toast library is fetched with the first toast; afterwards its region stays for F8. */
export function Toasts() {
  const entry = useVisibleToast();
  const [needed, setNeeded] = useState(false);
  if (entry && !needed) setNeeded(true);
  return needed && <Region>{null}</Region>;
}

import { Product } from '@waggle/contracts/product';
import { useSyncExternalStore } from 'react';
import { isGuestDocument } from './guest-document.ts';
import { stored } from './stored.ts';
import { wearLook } from './wear-look.ts';

/** What the product is called and looks like. */
type Brand = {
  name: string;
  tagline?: string | undefined;
  /** Address of a square picture. */
  logo?: string | undefined;
  /** Address of a picture that stands for mark and name. */
  wide?: string | undefined;
  /** Whether an organization gave it its own name. */
  isOwn: boolean;
  /** Empty where nobody was named. */
  supportEmail: string;
};

/** The one place that names the software. */
export const waggle: Brand = {
  name: 'Waggle',
  tagline: 'Marketing Automation',
  logo: '/logo.svg',
  isOwn: false,
  supportEmail: '',
};

const brandOf = ({ name, mark, wide, supportEmail }: Product): Brand => ({
  name,
  logo: mark ?? undefined,
  wide: wide ?? undefined,
  isOwn: true,
  supportEmail,
});

const key = 'product';

/** Before the name of the client is known, a guest is shown none. */
const unnamed: Brand = { name: '', isOwn: true, supportEmail: '' };

/** From the last visit, so that the first thing drawn has the right name. The answer of the session replaces it. */
function keptBrand(): Brand {
  try {
    const kept = Product.safeParse((JSON.parse(stored.read(key) ?? 'null') as { product?: unknown } | null)?.product);
    return kept.success ? brandOf(kept.data) : waggle;
  } catch {
    return waggle;
  }
}

let current = isGuestDocument ? unnamed : keptBrand();
const listeners = new Set<() => void>();

const currentBrand = (): Brand => current;

/** Puts the organization's own product on, or with null our own. Kept for the next visit. */
export function wearProduct(product: Product | null): void {
  worn += 1;
  void wearLookOf(product, worn);
  const next = product ? brandOf(product) : waggle;
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const notify of listeners) notify();
}

let worn = 0;

/** How colors follow from an accent is loaded by those alone who have one. Of two products the one put on last stays. */
async function wearLookOf(product: Product | null, turn: number): Promise<void> {
  const look = product && (await import('./product-look.ts')).lookOf(product);
  if (turn !== worn) return;
  stored.write(key, look ? JSON.stringify(look) : undefined);
  wearLook(look);
}

/** Guests are shown the name of the client instead of ours, for this document alone. */
export function wearClientName(name: string): void {
  current = { ...unnamed, name };
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useBrand = (): Brand => useSyncExternalStore(subscribe, currentBrand);

import { readProduct } from '@waggle/contracts/product';
import { call } from '#lib/api.ts';
import { wearProduct } from '#lib/brand.ts';

/** What strangers see is decided by the name they came by alone, not by who was signed in before them. */
export async function wearProductOfHost(): Promise<void> {
  const { product } = await call(readProduct).catch(() => ({ product: null }));
  wearProduct(product && { ...product, wide: null, supportEmail: '' });
}

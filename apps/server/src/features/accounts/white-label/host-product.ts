import type { Product } from '@waggle/contracts/product';
import { sellsNoPlans } from '#platform/config.ts';
import type { Accounts } from '../accounts.ts';
import { readProduct } from './product.ts';

/** What people see before they sign in. Only the name they came by says whose it is. */
export async function productOfHost({ config, database, hosts }: Accounts, header: string): Promise<Product | null> {
  const host = (await hosts.current()).find(header);
  if (!host?.isVerified || !host.purposes.includes('dashboard')) return null;
  const { organizationId } = host;
  const ctx = { db: database.tenant({ organizationId }), organizationId, sellsNoPlans: sellsNoPlans(config) };
  return readProduct(ctx, config.PUBLIC_URL);
}

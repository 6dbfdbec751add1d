import { whiteLabelTiers } from '@waggle/contracts/plans';
import type { Product } from '@waggle/contracts/product';
import { inertName } from '@waggle/email/inert-name';
import { type MailProduct, waggle } from '@waggle/email/mail-product';
import { sellsNoPlans } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { Accounts } from '../accounts.ts';
import { tierInForce } from '../tier.ts';
import { findProduct, type ProductRow } from './queries.ts';

type Tenant = Pick<Context, 'db' | 'organizationId' | 'sellsNoPlans'>;
type Installation = Pick<Context, 'sellsNoPlans'>;

/** Plans ask accounts and not the other way round, so the table of capabilities is read here too. */
export const includesWhiteLabel = (tier: string, installation: Installation): boolean =>
  whiteLabelTiers.includes(tierInForce(tier, installation));

/** Null while it is off, and while the plan does not include it: then everything says our own name again. */
export function productInForce(publicUrl: string, row: ProductRow, installation: Installation): Product | null {
  if (!row.is_on || row.product_name === null || !includesWhiteLabel(row.subscription_tier, installation)) return null;
  // A picture that was deleted has a name still, and no id.
  const url = (id: string | null, name: string | null) => (id && name ? `${publicUrl}/f/${name}` : null);
  return {
    name: row.product_name,
    accent: row.product_accent,
    mark: url(row.mark_id, row.mark_name),
    wide: url(row.wide_id, row.wide_name),
    supportEmail: row.support_email ?? '',
  };
}

export async function readProduct(ctx: Tenant, publicUrl: string): Promise<Product | null> {
  const row = await findProduct(ctx);
  return row ? productInForce(publicUrl, row, ctx) : null;
}

/** The product that emails to people of the organization speak of. */
export async function mailProductOf(ctx: Tenant, publicUrl: string): Promise<MailProduct> {
  const product = await readProduct(ctx, publicUrl);
  // Checked when it was saved; once more, because a rule may be stricter by now.
  const name = product && inertName(product.name, '');
  return name ? { name, accent: product.accent, markUrl: product.mark, isOwn: true } : waggle;
}

/** The same where nobody is signed in, or for people of another organization. */
export const productOf = ({ config, database }: Pick<Accounts, 'config' | 'database'>, organizationId: string) =>
  mailProductOf(
    { db: database.tenant({ organizationId }), organizationId, sellsNoPlans: sellsNoPlans(config) },
    config.PUBLIC_URL,
  );

import type { Context } from '#platform/context.ts';
import * as queries from './queries.ts';

type Look = Pick<queries.BrandRow, 'accent' | 'highlight' | 'heading_font' | 'body_font'>;
type NewBrand = {
  /** Colors and fonts; a logo, links and an address are somebody's own and are never taken over. */
  look: Look;
  website: string;
  /** Empty takes that of the organization. */
  postalAddress: string;
};

/** The brand of a client that was made in this transaction. */
export async function startBrand(ctx: Context, clientId: string, { look, website, postalAddress }: NewBrand) {
  const brand = (await queries.findBrandOf(ctx, clientId))!;
  await queries.updateBrand(ctx, brand.id, {
    display_name: null,
    logo_id: null,
    logo_name: null,
    website: website || null,
    ...look,
  });
  const address = postalAddress.replaceAll(/\r\n?/g, '\n');
  if (address !== '') await queries.saveAddress(ctx, clientId, address);
}

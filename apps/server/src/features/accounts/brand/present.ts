import type { readBrand } from '@waggle/contracts/brand';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { ReadBrand } from './brand.ts';

export const presentBrand = (
  publicUrl: string,
  { brand, organizationAddress }: ReadBrand,
): ReplyInput<typeof readBrand> => ({
  id: brand.id,
  clientId: brand.client_id,
  name: brand.display_name ?? '',
  ownName: brand.own_name,
  accent: brand.accent,
  website: brand.website ?? '',
  logo: brand.logo_id && brand.logo_name ? { id: brand.logo_id, url: `${publicUrl}/f/${brand.logo_name}` } : null,
  postalAddress: brand.postal_address ?? '',
  inheritedAddress: brand.client_id === null ? '' : organizationAddress,
});

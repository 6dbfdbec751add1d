import { z } from 'zod';
import { accentColor } from './brand.ts';
import { endpoint, idOf } from './endpoint.ts';
import { emailAddress, line } from './fields.ts';
import { isLinkLike } from './text-patterns.ts';

/** Characters. */
export const maxProductName = 40;

const Picture = z.object({ id: z.uuid(), url: z.string() });

/** The organization's own product, as its admins set it up. It is in force while it is on and the plan includes it. */
export const WhiteLabel = z.object({
  isOn: z.boolean(),
  /** Empty until it is saved for the first time. */
  name: z.string(),
  accent: z.string().nullable(),
  mark: Picture.nullable(),
  wide: Picture.nullable(),
  supportEmail: z.string(),
  /** Pages for recipients say nothing about the product then, instead of its name. */
  hidesPoweredBy: z.boolean(),
});
export type WhiteLabel = z.infer<typeof WhiteLabel>;

const nameTooShort = 'Product name must be at least 2 characters';

/** Strangers see it in emails and before they sign in: what a mail program would make a link of is refused. */
const productName = line(maxProductName, nameTooShort)
  .min(2, nameTooShort)
  .refine((name) => !isLinkLike(name), 'Use a name without a web or email address');

export const readWhiteLabel = endpoint({
  name: 'white-label.read',
  method: 'GET',
  path: '/api/white-label',
  needs: 'organization:read',
  summary: "The organization's own product name, logo and color.",
  reply: WhiteLabel,
});

export const updateWhiteLabel = endpoint({
  name: 'white-label.update',
  method: 'PUT',
  path: '/api/white-label',
  needs: 'organization:manage',
  audit: { entity: 'organization', after: true },
  summary: 'Changes the own product name, logo and color, or turns them on or off.',
  body: z.strictObject({
    isOn: z.boolean(),
    name: productName,
    accent: accentColor.nullable(),
    markId: idOf('product-logo').nullable(),
    wideId: idOf('product-logo').nullable(),
    supportEmail: z.union([z.literal(''), emailAddress()]),
    hidesPoweredBy: z.boolean(),
  }),
  reply: WhiteLabel,
});

/** Pixels of each side. */
export const mostProductLogoSide = 1_024;
/** Bytes: every page of the dashboard loads it, and so does every email program. */
export const mostProductLogoBytes = 64 * 1_024;

export const uploadProductLogo = endpoint({
  name: 'white-label.upload-logo',
  method: 'POST',
  path: '/api/white-label/logos',
  needs: 'organization:manage',
  audit: { skip: 'recorded-later' },
  summary:
    'Takes a logo (PNG, JPEG or WebP) of at most 64 KB and 1,024 by 1,024. It is deleted after a day unless it is saved.',
  status: 201,
  upload: true,
  reply: Picture,
  limits: { bodyBytes: 262_144, rate: { points: 60, seconds: 3_600, per: 'user' } },
});

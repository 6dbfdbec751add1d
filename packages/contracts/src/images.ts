import { z } from 'zod';
import { ClientOfNew, Owner } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

/** Bytes of a file that is sent. */
export const mostImageBytes = 10 * 1_024 * 1_024;
/** Pixels of each side of it, and in all. */
export const mostImageSide = 8_192;
export const mostImagePixels = 40_000_000;
/** Pixels of a moving picture, all its frames together. */
export const mostMovingPixels = 30_000_000;
/** Pixels across of what is kept: twice the width of an email. */
export const keptImageWidth = 1_200;
/** What screen readers say before people skip it. */
export const maxAltLength = 125;

export const LibraryImage = z.object({
  id: z.uuid(),
  clientId: z.uuid().nullable(),
  /** Of the file, as it was called where it came from. */
  name: z.string(),
  /** Read aloud, and shown where images are off; empty until somebody wrote it. */
  alt: z.string(),
  /** Public, and the same for good. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** Null for somebody who left. */
  addedBy: z.string().nullable(),
  createdAt: Instant,
});
export type LibraryImage = z.infer<typeof LibraryImage>;

const imageName = line(120, 'Enter a name').min(1, 'Enter a name');
const alt = line(maxAltLength);
const imagePath = z.strictObject({ imageId: idOf('image') });

export const listImages = endpoint({
  name: 'images.list',
  method: 'GET',
  path: '/api/images',
  needs: 'images:read',
  summary: 'Images for emails; the search looks at name and alt text.',
  query: listQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({ owner: Owner.optional() }),
  reply: listReply(LibraryImage),
});

export const readImageStorage = endpoint({
  name: 'images.storage',
  method: 'GET',
  path: '/api/images/storage',
  needs: 'images:read',
  summary: 'How many bytes all files of the organization take, and how many they may.',
  reply: z.object({ usedBytes: z.number().int(), mostBytes: z.number().int() }),
});

export const uploadImage = endpoint({
  name: 'images.upload',
  method: 'POST',
  path: '/api/images',
  needs: 'images:write',
  audit: { entity: 'image', after: true },
  summary:
    'Takes an image (PNG, JPEG, GIF or WebP) of at most 10 MB and 40 megapixels. It is drawn anew, at most 1,200 pixels wide.',
  status: 201,
  upload: true,
  query: z.strictObject({ name: imageName, clientId: ClientOfNew }),
  reply: LibraryImage,
  limits: {
    bodyBytes: mostImageBytes,
    cost: 'elsewhere',
    rate: { points: 600, seconds: 3_600, per: 'user' },
  },
});

export const updateImage = endpoint({
  name: 'images.update',
  method: 'PATCH',
  path: '/api/images/:imageId',
  needs: 'images:write',
  audit: { entity: 'image' },
  summary: 'Renames an image or changes its alt text. Emails that have it already keep theirs.',
  params: imagePath,
  body: z.strictObject({ name: imageName.optional(), alt: alt.optional() }),
  reply: LibraryImage,
});

/** An email with the image. `status` is that of a campaign; null for a template or a saved block. */
export const ImageUse = z.object({
  kind: z.enum(['campaign', 'template', 'saved-block']),
  id: z.uuid(),
  name: z.string(),
  status: z.string().nullable(),
});
export type ImageUse = z.infer<typeof ImageUse>;

export const listImageUses = endpoint({
  name: 'images.uses',
  method: 'GET',
  path: '/api/images/:imageId/uses',
  needs: 'images:read',
  summary: 'Which emails have the image, the newest first and at most 100; and how many in all.',
  params: imagePath,
  reply: z.object({ items: z.array(ImageUse), total: z.number().int() }),
  limits: { cost: 'long-question' },
});

export const deleteImage = endpoint({
  name: 'images.delete',
  method: 'DELETE',
  path: '/api/images/:imageId',
  needs: 'images:write',
  audit: { entity: 'image' },
  summary:
    'Deletes an image for good. One that emails have is refused unless `used` says so; they show its alt text then.',
  status: 204,
  params: imagePath,
  query: z.strictObject({ used: z.stringbool().optional() }),
  reply: NoReply,
  limits: { cost: 'long-question' },
});

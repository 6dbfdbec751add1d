import sharp from 'sharp';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { activeClient } from '../../contacts/index.ts';
import { refuseBelowPlan } from '../plan.ts';
import * as queries from './queries.ts';

/** Pixels on each side of a kept logo; a code is downloaded at 500 at most, and the logo is a part of it. */
const keptSide = 256;
/** Of what is sent: more is a photograph of a wall, or a few bytes that unpack to gigabytes. */
const mostPixels = 4_096 * 4_096;

/** By the first bytes; names and declared types can say anything. SVG is a program and is not taken. */
const signatures: readonly { at: number; bytes: string }[][] = [
  [{ at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ at: 0, bytes: '\xff\xd8\xff' }],
  [
    { at: 0, bytes: 'RIFF' },
    { at: 8, bytes: 'WEBP' },
  ],
];

export async function uploadLogo(ctx: Context, sent: Uint8Array): Promise<{ id: string }> {
  await refuseBelowPlan(ctx);
  const content = await drawnAnew(sent);
  await queries.forgetUnusedLogos(ctx);
  return queries.insertLogo(ctx, { content, client_id: activeClient(ctx) });
}

/** A new PNG of the pixels alone, square: whatever else the file carried (place, camera, other formats) is gone. */
async function drawnAnew(sent: Uint8Array): Promise<Buffer> {
  const start = Buffer.from(sent.subarray(0, 16)).toString('latin1');
  const isKnown = signatures.some((parts) => parts.every(({ at, bytes }) => start.startsWith(bytes, at)));
  if (!isKnown) throw unusable('Please choose a picture in PNG, JPEG or WebP format.');

  const { width, height } = await sizeOf(sent);
  if (width * height > mostPixels)
    throw unusable('This picture is too large. Please choose one of at most 4096 x 4096 pixels.');
  const side = Math.min(keptSide, Math.max(width, height));
  return sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(unreadable);
}

const sizeOf = (sent: Uint8Array): Promise<{ width: number; height: number }> =>
  sharp(sent, { limitInputPixels: false }).metadata().catch(unreadable);

function unreadable(): never {
  throw unusable('This picture cannot be read. Please save it again as PNG and try once more.');
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });

export async function requireLogo(ctx: Context, logoId: string | null): Promise<Buffer | null> {
  if (logoId === null) return null;
  const logo = await queries.findLogo(ctx, logoId);
  if (logo) return logo.content;
  const message = 'This logo does not exist any more. Please upload it again.';
  throw new Problem('invalid_input', message, { fields: { 'design.logoId': message } });
}

/** The logo for a code of that client: people who see only that client must be able to draw the code. */
export async function logoFor(ctx: Context, logoId: string | null, clientId: string | null): Promise<string | null> {
  if (logoId === null) return null;
  const logo = await queries.findLogo(ctx, logoId);
  if (!logo || logo.client_id === clientId) return logoId;
  return (await queries.insertLogo(ctx, { content: logo.content, client_id: clientId })).id;
}

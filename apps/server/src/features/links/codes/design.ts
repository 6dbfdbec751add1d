import type { QrDesign } from '@waggle/contracts/qr-design';
import type { Context } from '#platform/context.ts';
import type { FileBody } from '@waggle/contracts/endpoint';
import type { imageFormats } from '@waggle/contracts/qr-codes';
import { imageFile } from '../images/file.ts';
import { previewInThread } from '../images/in-thread.ts';
import { findLogo } from '../images/queries.ts';
import { requireLogo } from '../images/logos.ts';
import { refuseUnreadable } from '../readability/refuse.ts';
import { exampleUrl, type Links } from '../short-url.ts';
import { designOf, requireCode } from './queries.ts';

/** Pixels; the screen shows it at any size, because it is a drawing. */
const previewPixels = 300;

export async function previewDesign(
  ctx: Context,
  links: Links,
  typed: { design: QrDesign; qrCodeId?: string | undefined },
) {
  const { design, qrCodeId } = typed;
  if (qrCodeId === undefined) return draw(ctx, design, exampleUrl(ctx, links));
  const { short_code, client_id: clientId } = await requireCode(ctx, qrCodeId);
  return draw(ctx, design, links.shortUrl(short_code, clientId));
}

export async function checkDesign(ctx: Context, design: QrDesign, text: string): Promise<void> {
  refuseUnreadable((await draw(ctx, design, text)).readability, design);
}

const draw = async (ctx: Context, design: QrDesign, text: string) =>
  previewInThread(ctx, { text, design, logo: await requireLogo(ctx, design.logoId), pixels: previewPixels });

type Asked = { qrCodeId: string; format: (typeof imageFormats)[number]; size: number };

export async function downloadImage(ctx: Context, links: Links, { qrCodeId, ...asked }: Asked): Promise<FileBody> {
  const { name, short_code, ...code } = await requireCode(ctx, qrCodeId);
  const text = links.shortUrl(short_code, code.client_id);
  const design = designOf(code);
  const logo = design.logoId === null ? undefined : await findLogo(ctx, design.logoId);
  return imageFile(ctx, { name, design, text, logo: logo?.content ?? null }, asked);
}

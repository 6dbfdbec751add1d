import jsQR from 'jsqr';
import sharp from 'sharp';

/** What a picture of a code says, read by another reader than the one our server checks with; null when it says nothing. */
export async function readQr(picture: Buffer): Promise<string | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

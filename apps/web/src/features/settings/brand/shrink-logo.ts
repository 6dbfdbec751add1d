import { mostLogoBytes } from '@waggle/contracts/brand';

/** Pixels of the longer side, largest first: twice what pages show, for sharp screens. */
const sides = [320, 240, 192, 144, 112, 88];

/** A picture small enough to come with every page, as a PNG. Rejects what is no picture or has too much in it. */
export async function shrinkLogo(file: Blob, mostBytes = mostLogoBytes): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error('unreadable');
  try {
    for (const side of sides) {
      const drawn = await drawWithin(picture, side);
      if (drawn.size <= mostBytes) return drawn;
    }
    throw new Error('large');
  } finally {
    picture.close();
  }
}

async function drawWithin(picture: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('unreadable');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('unreadable'))), 'image/png');
  });
}

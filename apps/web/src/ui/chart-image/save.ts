import { saveFile } from '../save-file.ts';
import type { ChartImage } from './chart-image.ts';
import { imageWidth, svgOf } from './svg-of.ts';

/** Pixels for each point of the drawing: sharp on screens and on paper. */
const scale = 2;

export async function saveChart(image: ChartImage, type: 'svg' | 'png'): Promise<void> {
  const { svg, height } = svgOf(image);
  const vector = new Blob([svg], { type: 'image/svg+xml' });
  saveFile(type === 'svg' ? vector : await rasterOf(vector, height), `${fileName(image)}.${type}`);
}

async function rasterOf(vector: Blob, height: number): Promise<Blob> {
  const address = URL.createObjectURL(vector);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = imageWidth * scale;
    canvas.height = Math.ceil(height * scale);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Letters and digits of any script; the rest is no name on some system. */
const fileName = ({ title, subtitle }: ChartImage): string =>
  `${title} ${subtitle}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120);

import type { QrDesign } from '@waggle/contracts/qr-design';

/** Of the weakest of its colours; below 1 where the code is lighter than what it lies on, which many readers refuse. */
export function contrastOf({ foreground, background, cornerColor }: QrDesign): number {
  const against = (colour: string) => (luminance(background) + 0.05) / (luminance(colour) + 0.05);
  return Math.min(against(foreground), against(cornerColor ?? foreground));
}

/** WCAG 2: the light of each channel, weighed as the eye does. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import type { Drawing } from '../images/drawing.ts';
import { decode } from './decode.ts';
import { asMade, asSeenAtWorst } from './hardship.ts';
import { printSizes, smallestPrintMm } from './print-size.ts';

type Check = Readability['checks'][number];

/** Dark to light as WCAG 2 counts it. Readers need about 2; ink, paper and lamps take the rest. */
const neededContrast = 4;
/** ISO/IEC 18004: four modules on every side. */
const neededQuietZone = 4;
/** Half of what each level repairs, as part of all codewords; the other half is for dirt and scratches. */
const hiddenAtMost: Record<QrDesign['correction'], number> = { L: 0.035, M: 0.075, Q: 0.125, H: 0.15 };

/** The meter. What it lets through has been drawn and read back, as it is and as a phone may see it at worst. */
export async function measure(drawing: Drawing, design: QrDesign, text: string): Promise<Readability> {
  const checks = [
    atLeast('contrast', contrastOf(design), neededContrast),
    atLeast('quiet-zone', design.quietZone, neededQuietZone),
    atMost('logo', drawing.hidden, hiddenAtMost[design.correction]),
    { check: 'decodes' as const, passed: await decodes(drawing, text), found: null, needed: null },
  ];
  return {
    scans: checks.every(({ passed }) => passed),
    checks,
    smallestPrintMm: smallestPrintMm(drawing),
    printSizes: printSizes(drawing),
  };
}

const atLeast = (check: Check['check'], found: number, needed: number): Check => ({
  check,
  passed: found >= needed,
  found: rounded(found),
  needed,
});
const atMost = (check: Check['check'], found: number, needed: number): Check => ({
  check,
  passed: found <= needed,
  found: rounded(found),
  needed,
});
const rounded = (number: number): number => Math.round(number * 1_000) / 1_000;

async function decodes(drawing: Drawing, text: string): Promise<boolean> {
  if ((await decode(await asMade(drawing))) !== text) return false;
  return (await decode(await asSeenAtWorst(drawing))) === text;
}

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

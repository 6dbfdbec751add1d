import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import type { Drawing } from '../images/drawing.ts';
import { contrastOf } from './contrast.ts';
import { decode } from './decode.ts';
import { asMade, asSeenAtWorst } from './decode-stress.ts';
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

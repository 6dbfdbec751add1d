import { z } from 'zod';
import { idOf } from './endpoint.ts';

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a colour');

export const dotStyles = ['square', 'rounded', 'dots'] as const;
export const cornerStyles = ['square', 'rounded', 'circle'] as const;
export const corrections = ['L', 'M', 'Q', 'H'] as const;

/** How a code is drawn. Every field has its default, so a stored design of an older form still reads. */
export const QrDesign = z.strictObject({
  foreground: Colour.default('#000000'),
  background: Colour.default('#FFFFFF'),
  /** The three large corners; null draws them like the rest. */
  cornerColor: Colour.nullable().default(null),
  dots: z.enum(dotStyles).default('square'),
  corners: z.enum(cornerStyles).default('square'),
  /** How much of the code may be damaged and still be read: 7, 15, 25 or 30 %. */
  correction: z.enum(corrections).default('M'),
  logoId: idOf('qr-logo').nullable().default(null),
  /** Width of the logo as a part of the code's width. */
  logoShare: z.number().min(0.1).max(0.4).default(0.2),
  /** Empty modules around the code; the standard asks for 4. */
  quietZone: z.number().int().min(0).max(8).default(4),
});
export type QrDesign = z.infer<typeof QrDesign>;

export const readabilityChecks = ['contrast', 'quiet-zone', 'logo', 'decodes'] as const;

/** The readability meter. What does not pass cannot be saved. */
export const Readability = z.object({
  scans: z.boolean(),
  checks: z.array(
    z.object({
      check: z.enum(readabilityChecks),
      passed: z.boolean(),
      /** What was found, and what is needed: a ratio, a number of modules, a share of the area. Null for `decodes`. */
      found: z.number().nullable(),
      needed: z.number().nullable(),
    }),
  ),
  /** Smallest printed width in millimetres that a phone reads from the length of an arm. */
  smallestPrintMm: z.number(),
  /** Printed width for each reading distance. */
  printSizes: z.array(z.object({ distanceCm: z.number(), widthMm: z.number() })),
});
export type Readability = z.infer<typeof Readability>;

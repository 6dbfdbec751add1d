import { z } from 'zod';
import { idOf } from './endpoint.ts';
import { line } from './fields.ts';

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Choose a color');

/** Letters that can be drawn as outlines: Latin, Greek, Cyrillic and common signs. Others would be empty boxes on paper. */
const drawable =
  /^[ -~\u00a0-\u017f\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2190-\u2193]*$/;

/** Composed first: what looks like é may be two characters. */
export const FrameText = line(30, 'Enter the frame text')
  .min(1, 'Enter the frame text')
  .normalize('NFC')
  .regex(drawable, "Use Latin, Greek or Cyrillic letters. Other scripts and emoji can't be drawn in a frame.");

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
  /** A line below the code, such as "Scan me"; null for none. */
  frameText: FrameText.nullable().default(null),
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

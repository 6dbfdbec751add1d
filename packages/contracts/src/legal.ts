import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Locale } from './fields.ts';

/** A piece of a line. Text is shown as it is, so markup in it is never any. */
export const Inline = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'bold', 'italic']), text: z.string() }),
  z.object({ kind: z.literal('link'), text: z.string(), href: z.string() }),
]);
export type Inline = z.infer<typeof Inline>;

export const LegalBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: z.array(Inline) }),
  z.object({ kind: z.literal('paragraph'), text: z.array(Inline) }),
  z.object({ kind: z.literal('list'), isNumbered: z.boolean(), items: z.array(z.array(Inline)) }),
]);
export type LegalBlock = z.infer<typeof LegalBlock>;

export const LegalText = z.object({
  /** Of the file; null where it has no heading of its own. */
  title: z.string().nullable(),
  /** The day of the text, as 2026-05-01. */
  date: z.iso.date(),
  blocks: z.array(LegalBlock),
});
export type LegalText = z.infer<typeof LegalText>;

export const legalPages = ['terms', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];

export const readLegalText = endpoint({
  name: 'installation.legal',
  method: 'GET',
  path: '/api/legal',
  needs: 'public',
  summary: "The operator's own terms or privacy policy; null where there is none and the built-in text is shown.",
  query: z.strictObject({ page: z.enum(legalPages), locale: Locale.default('en') }),
  reply: z.object({ text: LegalText.nullable() }),
  limits: { rate: { points: 120, seconds: 60, per: 'address' } },
});

export const readOperator = endpoint({
  name: 'installation.operator',
  method: 'GET',
  path: '/api/operator',
  needs: 'public',
  summary: 'Whom people write to about this installation, if its operator says so.',
  reply: z.object({ email: z.string().nullable() }),
  limits: { rate: { points: 120, seconds: 60, per: 'address' } },
});

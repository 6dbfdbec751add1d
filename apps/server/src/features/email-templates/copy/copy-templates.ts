import type { LeftOut } from '@waggle/contracts/client-templates';
import { EmailDocument } from '@waggle/contracts/email-document';
import { mostTemplates } from '@waggle/contracts/email-templates';
import type { Context } from '#platform/context.ts';
import { countTemplates, type Written } from '../queries.ts';
import { compiledOf } from '../templates.ts';
import { findTemplatesOf, insertTemplates, type SourceTemplate } from './queries.ts';
import { type NewBrand, rebrand } from './rebrand.ts';

export type TemplateCopy = { written: Written; leftOut: LeftOut[] };

/**
 * Every template of a client as another one would have it. Compiled here, before the transaction that writes them: each takes
 * up to half a second in a thread.
 */
export async function planTemplates(
  ctx: Context,
  { from, ...brand }: NewBrand & { from: string },
): Promise<TemplateCopy[]> {
  const copies: TemplateCopy[] = [];
  for (const template of await findTemplatesOf(ctx, from)) copies.push(await copyOf(ctx, template, brand));
  return copies;
}

async function copyOf(ctx: Context, template: SourceTemplate, brand: NewBrand): Promise<TemplateCopy> {
  const { name, category, is_public, html, text, text_basis } = template;
  const words = { name: fitting(template.name, 200, brand), category, is_public, ...subjectOf(template, brand) };
  const source = template.document === null ? undefined : EmailDocument.safeParse(template.document).data;
  const leftOut = (because: LeftOut['because']): LeftOut => ({ kind: 'emailTemplates', name, because, isCopied: true });
  // HTML that somebody pasted is kept byte for byte: what in it is a name or a color nobody can tell for sure.
  if (!source) return { written: { ...words, html, text, text_basis, document: null }, leftOut: [leftOut('html')] };
  const { document, lost } = rebrand(source, brand);
  const content = isSame(source, document)
    ? { html, text, text_basis, document }
    : await compiledOf(ctx, document, text_basis === null ? '' : brand.rename(text), null);
  return { written: { ...words, ...content }, leftOut: [...lost].map(leftOut) };
}

const subjectOf = ({ subject, preview_text }: SourceTemplate, brand: NewBrand) => ({
  subject: fitting(subject, 500, brand),
  preview_text: fitting(preview_text, 200, brand),
});

/** A longer name may be more than the line holds; then it stays as it is. */
function fitting(text: string, most: number, { rename }: NewBrand): string {
  const renamed = rename(text);
  return renamed.length > most ? text : renamed;
}

/** Which image of a library it is does not show in the email. */
const isSame = (source: EmailDocument, document: EmailDocument): boolean =>
  JSON.stringify(source, withoutFileIds) === JSON.stringify(document, withoutFileIds);
const withoutFileIds = (key: string, value: unknown): unknown => (key === 'fileId' ? undefined : value);

/** As many as the organization has room for. */
export async function writeTemplates(
  ctx: Context,
  to: string,
  copies: readonly TemplateCopy[],
): Promise<{ copied: number; leftOut: LeftOut[] }> {
  const room = Math.max(0, mostTemplates - (await countTemplates(ctx)));
  const written = copies.slice(0, room);
  await insertTemplates(
    ctx,
    to,
    written.map((copy) => copy.written),
  );
  return {
    copied: written.length,
    leftOut: [
      ...copies
        .slice(room)
        .map(({ written: { name } }): LeftOut => ({ kind: 'emailTemplates', name, because: 'quota', isCopied: false })),
      ...written.flatMap(({ leftOut }) => leftOut),
    ],
  };
}

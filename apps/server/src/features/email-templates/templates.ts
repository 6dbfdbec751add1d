import type { EmailDocument } from '@waggle/contracts/email-document';
import { type EmailTemplate, mostTemplates } from '@waggle/contracts/email-templates';
import { clientOrOrganization, requireClient } from '#features/accounts/index.ts';
import { compileDocumentInThread, fingerprint } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { type ForClient, listBuiltInTemplates, type Look, readBuiltIn, type Templates } from './built-in-templates.ts';
import { presentSummary, presentTemplate } from './present.ts';
import * as queries from './queries.ts';

type Listed = Pick<Look, 'language'> & ForClient;

export async function listTemplates(ctx: Context, { language, clientId }: Listed) {
  if (clientId !== undefined) await requireClient(ctx, clientId);
  const own = await queries.findTemplates(ctx, mostTemplates, clientId);
  return { items: [...own.map((row) => presentSummary(row, ctx.organizationId)), ...listBuiltInTemplates(language)] };
}

export async function readTemplate(
  templates: Templates,
  ctx: Context,
  id: string,
  look: Look & ForClient,
): Promise<EmailTemplate> {
  if (look.clientId !== undefined) await requireClient(ctx, look.clientId);
  const builtIn = await readBuiltIn(templates, ctx, id, look);
  if (builtIn) return builtIn;
  const row = await queries.findTemplate(ctx, id, look.clientId);
  if (!row) throw notFound();
  return presentTemplate(row, ctx.organizationId);
}

type Typed = {
  name: string;
  category: string;
  subject: string;
  previewText: string;
  htmlContent?: string | undefined;
  textContent?: string | undefined;
  textBasis?: string | null | undefined;
  document?: EmailDocument | undefined;
  isPublic: boolean;
};

export async function createTemplate(
  ctx: Context,
  { clientId, ...typed }: Typed & { clientId?: string | null | undefined },
): Promise<EmailTemplate> {
  const content = { html: '', text: '', text_basis: null, document: null, ...(await contentOf(ctx, typed)) };
  const { name, category, subject, previewText, isPublic } = typed;
  const written = { name, category, subject, preview_text: previewText, is_public: isPublic, ...content };
  return keep(ctx, written, clientId);
}

/** Copies what the person sees, so a built-in one becomes theirs in their colors. */
export async function duplicateTemplate(
  templates: Templates,
  ctx: Context,
  { templateId, clientId, ...look }: Look & { templateId: string; clientId?: string | null | undefined },
): Promise<EmailTemplate> {
  const found = await readTemplate(templates, ctx, templateId, look);
  const name = found.scope === 'built-in' ? found.name : `${found.name.slice(0, 193)} (Copy)`;
  const { category, subject, document } = found;
  const content = { html: found.htmlContent, text: found.textContent, text_basis: found.textBasis, document };
  return keep(
    ctx,
    { name, category, subject, preview_text: found.previewText, is_public: false, ...content },
    clientId,
  );
}

const keep = (ctx: Context, written: queries.Written, typedClient: string | null | undefined): Promise<EmailTemplate> =>
  inTransaction(ctx, async (ctx) => {
    const clientId = await clientOrOrganization(ctx, typedClient);
    if ((await queries.countTemplates(ctx)) >= mostTemplates)
      throw new Problem(
        'quota_reached',
        `You have ${mostTemplates} templates. Delete one you no longer use, then try again.`,
      );
    const row = await queries.insertTemplate(ctx, { ...written, client_id: clientId });
    await ctx.audit?.(ctx, row.id);
    return presentTemplate(row, ctx.organizationId);
  });

type Change = { [Key in keyof Typed]?: Typed[Key] | undefined };

type Changed = Change & { ifUpdatedAt?: string | undefined };

export async function updateTemplate(
  ctx: Context,
  id: string,
  { ifUpdatedAt, ...typed }: Changed,
): Promise<EmailTemplate> {
  const before = await queries.findTemplate(ctx, id);
  if (!before) throw notFound();
  const change = columnsOf(typed);
  const content = await contentOf(ctx, typed, presentTemplate(before, ctx.organizationId).document);
  return inTransaction(ctx, async (ctx) => {
    if (ifUpdatedAt !== undefined) await refuseOlder(ctx, id, ifUpdatedAt);
    const row = await queries.updateTemplate(ctx, id, { ...change, ...content });
    if (!row) throw notFound();
    await ctx.audit?.(ctx, row.id);
    return presentTemplate(row, ctx.organizationId);
  });
}

/** In milliseconds, which is what was told of the time. */
async function refuseOlder(ctx: Context, id: string, readAt: string): Promise<void> {
  const found = await queries.lockTemplate(ctx, id);
  if (!found || found.updated_at.getTime() === Date.parse(readAt)) return;
  throw new Problem(
    'wrong_state',
    'Someone saved this template while you were editing. Save again to replace their changes, or reload to see them.',
    { fields: { updatedAt: found.updated_at.toISOString() } },
  );
}

const columnsOf = ({ name, category, subject, previewText, isPublic }: Change): Partial<queries.Written> => ({
  ...(name !== undefined && { name }),
  ...(category !== undefined && { category }),
  ...(subject !== undefined && { subject }),
  ...(previewText !== undefined && { preview_text: previewText }),
  ...(isPublic !== undefined && { is_public: isPublic }),
});

type Content = Pick<queries.Written, 'html' | 'text' | 'text_basis' | 'document'>;

/** Blocks are compiled; pasted HTML is kept byte for byte and takes their place. */
async function contentOf(
  ctx: Context,
  { document, htmlContent, textContent, textBasis = null }: Change,
  before: EmailDocument | null = null,
): Promise<Partial<Content>> {
  const blocks = document ?? (htmlContent === undefined && textContent !== undefined ? before : null);
  if (blocks) return compiledOf(ctx, blocks, textContent ?? '', textBasis);
  if (htmlContent !== undefined)
    return { html: htmlContent, text: textContent ?? '', text_basis: textBasis, document: null };
  return textContent === undefined ? {} : { text: textContent, text_basis: textBasis };
}

/** `own` is the author's text, which stands instead of the compiled one. */
export async function compiledOf(
  ctx: Context,
  document: EmailDocument,
  own: string,
  basis: string | null,
): Promise<Content> {
  const { html, text } = await compileDocumentInThread(ctx.organizationId, document);
  if (own.trim() === '' || own === text) return { html, text, text_basis: null, document };
  return { html, text: own, text_basis: basis ?? fingerprint(text), document };
}

export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteTemplate(ctx, id))) throw notFound();
}

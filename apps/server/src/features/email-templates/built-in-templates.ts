import type { EmailTemplate, EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { builtInDocument, listBuiltIn } from '@waggle/email/templates/built-in';
import { brandLookOf } from '#features/accounts/index.ts';
import { compileDocumentInThread } from '#features/campaigns/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { presentBuiltIn } from './present.ts';

type Compiled = { html: string; text: string };

export type Templates = {
  publicUrl: string;
  /** Built-in templates that somebody has looked at. */
  compiled: { get(key: string): Compiled | undefined; set(key: string, compiled: Compiled): void };
};

export type Look = { language: 'en' | 'es' | 'fr'; colors: 'brand' | 'own' };
/** Whose email begins with it, where that is not the client in sight. */
export type ForClient = { clientId?: string | undefined };

/** Ids of the same form as others; the version and place of each never change. */
const idAt = (at: number): string => `00000000-0000-7000-8000-${String(at + 1).padStart(12, '0')}`;

export const listBuiltInTemplates = (language: Look['language']): EmailTemplateSummary[] =>
  listBuiltIn(language).map((template, at) => presentBuiltIn(idAt(at), template));

/** A built-in template as the named or the active client would send it; undefined for any other id. */
export async function readBuiltIn(
  { publicUrl, compiled }: Templates,
  ctx: Context,
  id: string,
  { language, colors, clientId }: Look & ForClient,
): Promise<EmailTemplate | undefined> {
  const list = listBuiltIn(language);
  const at = list.findIndex((_, place) => idAt(place) === id);
  const template = list[at];
  if (!template) return undefined;
  const own = await brandLookOf(ctx, clientId ?? activeClient(ctx));
  const brand = { ...own, accent: colors === 'own' ? null : own.accent, publicUrl };
  const document = builtInDocument(template.key, language, brand);
  const key = JSON.stringify([id, language, brand]);
  const known = compiled.get(key);
  const { html, text } = known ?? (await compileDocumentInThread(ctx.organizationId, document));
  if (!known) compiled.set(key, { html, text });
  return { ...presentBuiltIn(id, template), htmlContent: html, textContent: text, textBasis: null, document };
}

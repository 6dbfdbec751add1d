import { utmParameters } from '@waggle/contracts/utm';
import { readOrganization } from '#features/accounts/index.ts';
import { postalAddressOf, wholeOrganization } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import type { CompiledContent, Draft } from '@waggle/email/content/compile';
import { fingerprint } from './fingerprint.ts';
import { asksForView } from '@waggle/contracts/view-in-browser';
import { compileDocumentInThread, compileInThread } from './compile-in-thread.ts';
import { clientName, customFieldKeys, firstAdminLanguage } from './queries.ts';

export type CompiledCampaign = CompiledContent & {
  footer: Draft['footer'];
  /** What it was compiled from: the author's HTML and text, or those of the blocks. */
  source: { html: string; text: string };
  /** The text made from blocks or HTML, whatever the author wrote instead, and its fingerprint. */
  generated: { text: string; basis: string };
  /** What was taken out of HTML blocks. */
  removed: string[];
};
export type Written = Pick<
  CampaignRow,
  'client_id' | 'name' | 'subject' | 'preview_text' | 'content' | 'document' | 'tracking' | 'utm'
>;

/** The content as every mail of the campaign will have it. The link only machines follow leads to our front door. */
export async function compileCampaign(
  { settings }: Campaigns,
  ctx: Context,
  campaign: Written,
): Promise<CompiledCampaign> {
  const { client_id: clientId, subject, preview_text: previewText, tracking } = campaign;
  const { html, text, removed, language: said, generated } = await sourceOf(ctx, campaign);
  const [organization, client, postalAddress, attributeKeys, language] = await Promise.all([
    readOrganization(ctx),
    clientId === null ? null : clientName(ctx, clientId),
    postalAddressOf(ctx, clientId),
    customFieldKeys(ctx, clientId),
    said ?? firstAdminLanguage(wholeOrganization(settings, ctx)),
  ]);
  const viewInBrowser = campaign.document !== null && asksForView(campaign.document);
  const footer = {
    organizationName: client ?? organization.name,
    postalAddress,
    language,
    ...(viewInBrowser && { viewInBrowser }),
  };
  const linkParameters = campaign.utm ? utmParameters(campaign.utm, campaign.name) : [];
  const draft = { subject, previewText, html, text, footer, tracking, attributeKeys, linkParameters };
  const compiled = await compileInThread(ctx.organizationId, draft, settings.config.PUBLIC_URL);
  const made = generated ?? compiled.generatedText;
  return {
    ...compiled,
    footer,
    source: { html, text },
    generated: { text: made, basis: fingerprint(made) },
    removed,
  };
}

type Source = {
  html: string;
  text: string;
  /** Of blocks; the text of HTML is made when that is compiled. */
  generated: string | undefined;
  removed: string[];
  language: Draft['footer']['language'] | undefined;
};

/** HTML as it was typed, or what the blocks give. */
async function sourceOf(ctx: Context, { content, document }: Written): Promise<Source> {
  if (!document) {
    const { html, text } = content;
    return { html, text, generated: undefined, removed: [], language: languageIn(html) };
  }
  const { html, text, removed } = await compileDocumentInThread(ctx.organizationId, document);
  const messages = removed.map(({ message }) => message);
  const own = content.text.trim() === '' ? text : content.text;
  return { html, text: own, generated: text, removed: messages, language: document.language };
}

/** The same, or the sentence that says what stands in its way and where. */
export async function compileOrRefuse(...args: Parameters<typeof compileCampaign>): Promise<CompiledCampaign> {
  const compiled = await compileCampaign(...args);
  const error = compiled.problems.find(({ severity }) => severity === 'error');
  // Nobody wrote the lines that blocks become.
  if (error && args[2].document && error.part !== 'text') throw new Problem('invalid_input', error.message);
  if (error) throw new Problem('invalid_input', `${error.message} (${error.part}, line ${error.line})`);
  return compiled;
}

/** The language the author says the mail is in. Where none is said, it is that of whoever set the organization up. */
function languageIn(html: string): Draft['footer']['language'] | undefined {
  for (const [opening] of html.matchAll(/<(?:html|mjml)\b[^>]{0,500}/gi)) {
    const language = /\slang\s*=\s*["']?(en|es|fr)\b/i.exec(opening)?.[1]?.toLowerCase();
    if (language) return language as Draft['footer']['language'];
  }
  return undefined;
}

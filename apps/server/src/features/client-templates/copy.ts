import type { CopyCounts, CopyKind, LeftOut } from '@waggle/contracts/client-templates';
import { type BrandRow, findBrandOf, replaceNames } from '#features/accounts/index.ts';
import { copyFields, copySegments, copyTags, findFieldKeys, findTagIds } from '#features/contacts/index.ts';
import { planTemplates, writeTemplates } from '#features/email-templates/index.ts';
import { copyForms } from '#features/forms/index.ts';
import { copyPresets } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import { nothing, refuseTooMany } from './counts.ts';

const nextId = createUuidV7();

export type NewClient = { name: string; website: string; accent: string | null };
export type Look = Pick<BrandRow, 'accent' | 'highlight' | 'heading_font' | 'body_font'>;
const noLook: Look = { accent: null, highlight: null, heading_font: null, body_font: null };

type Source = { from: string; kinds: readonly CopyKind[] };
export type CopyPlan = Awaited<ReturnType<typeof planCopy>>;

/** All that takes time or needs no new row yet: what there is, under which ids it will be, and emails that are compiled. */
export async function planCopy(ctx: Context, { from, kinds }: Source, client: NewClient) {
  await refuseTooMany(ctx, from, kinds);
  const has = (kind: CopyKind): boolean => kinds.includes(kind);
  const brand = (await findBrandOf(ctx, from))!;
  const copied = has('brand') ? lookOf(brand) : noLook;
  const look = { ...copied, accent: client.accent ?? copied.accent };
  const names = [brand.own_name, ...(brand.display_name === null ? [] : [brand.display_name])];
  const rename = (text: string): string => replaceNames(text, names, client.name);
  const tags = new Map(has('tags') ? (await findTagIds(ctx, from)).map((id) => [id, nextId()]) : []);
  const templates = has('emailTemplates')
    ? await planTemplates(ctx, {
        from,
        tags,
        rename,
        old: { accent: brand.accent, website: brand.website ?? '', logoName: brand.logo_name },
        new: { accent: look.accent, website: client.website },
      })
    : [];
  return { from, has, look, hasLook: has('brand') && Object.values(copied).some(Boolean), rename, tags, templates };
}

/** A client that begins with nothing. */
export const blankLook = ({ accent }: NewClient): Look => ({ ...noLook, accent });

const lookOf = ({ accent, highlight, heading_font, body_font }: BrandRow): Look => ({
  accent,
  highlight,
  heading_font,
  body_font,
});

/** In the order in which one names the other: forms name tags and fields, rules name all of them. */
export async function writeCopy(
  ctx: Context,
  to: string,
  plan: CopyPlan,
): Promise<{ copied: CopyCounts; leftOut: LeftOut[] }> {
  const { from, has, tags, rename } = plan;
  const copied = { ...nothing(), brand: plan.hasLook ? 1 : 0 };
  if (tags.size > 0) copied.tags = await copyTags(ctx, { from, to, ids: tags });
  if (has('fields')) copied.fields = await copyFields(ctx, { from, to });
  const fields = await findFieldKeys(ctx, to);
  const forms = has('forms')
    ? await copyForms(ctx, { from, to, tags, fields, rename })
    : { copied: 0, ids: new Map<string, string>(), leftOut: [] };
  const segments = has('segments')
    ? await copySegments(ctx, { from, to, tags, fields, forms: forms.ids })
    : { copied: 0, leftOut: [] };
  const templates = await writeTemplates(ctx, to, plan.templates);
  const presets = has('qrPresets') ? await copyPresets(ctx, { from, to }) : { copied: 0, leftOut: [] };
  return {
    copied: {
      ...copied,
      forms: forms.copied,
      segments: segments.copied,
      emailTemplates: templates.copied,
      qrPresets: presets.copied,
    },
    leftOut: [segments, forms, templates, presets].flatMap(({ leftOut }) => leftOut),
  };
}

import { type CopyCounts, type CopyKind, copyKinds, mostCopied } from '@waggle/contracts/client-templates';
import { countLooks } from '#features/accounts/index.ts';
import { countFieldsOf, countSegmentsOf, countTagsOf } from '#features/contacts/index.ts';
import { countTemplatesOf } from '#features/email-templates/index.ts';
import { countFormsOf } from '#features/forms/index.ts';
import { countPresetsOf } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/** One statement for each kind, however many clients. */
const counters: Record<CopyKind, (ctx: Context, clientIds: readonly string[]) => Promise<Map<string, number>>> = {
  tags: countTagsOf,
  fields: countFieldsOf,
  segments: countSegmentsOf,
  forms: countFormsOf,
  emailTemplates: countTemplatesOf,
  qrPresets: countPresetsOf,
  brand: countLooks,
};

export const nothing = (): CopyCounts =>
  Object.fromEntries(copyKinds.map((kind) => [kind, 0])) as Record<CopyKind, number>;

/** What each of these clients has that could be copied. Call where all clients are in sight. */
export async function countCopies(ctx: Context, clientIds: readonly string[]): Promise<(id: string) => CopyCounts> {
  const found: [CopyKind, Map<string, number>][] = [];
  // One after the other: inside of a transaction there is one connection.
  for (const kind of copyKinds) found.push([kind, await counters[kind](ctx, clientIds)]);
  return (id) => ({ ...nothing(), ...Object.fromEntries(found.map(([kind, counts]) => [kind, counts.get(id) ?? 0])) });
}

/** Of a brand there is one. */
const tooMany: Record<Exclude<CopyKind, 'brand'>, string> = {
  tags: `This client has more than ${mostCopied} tags. Leave them out, or delete some first.`,
  fields: `This client has more than ${mostCopied} custom fields. Leave them out, or delete some first.`,
  segments: `This client has more than ${mostCopied} segments. Leave them out, or delete some first.`,
  forms: `This client has more than ${mostCopied} forms. Leave them out, or delete some first.`,
  emailTemplates: `This client has more than ${mostCopied} email templates. Leave them out, or delete some first.`,
  qrPresets: `This client has more than ${mostCopied} QR code presets. Leave them out, or delete some first.`,
};

/** All are copied in one transaction, so there is a most of them. */
export async function refuseTooMany(ctx: Context, clientId: string, kinds: readonly CopyKind[]): Promise<void> {
  const counts = (await countCopies(ctx, [clientId]))(clientId);
  const large = kinds.filter((kind) => kind !== 'brand').find((kind) => counts[kind] > mostCopied);
  if (!large) return;
  const message = tooMany[large];
  throw new Problem('too_complex', message, { fields: { kinds: message } });
}

import type { LeftOut } from '@waggle/contracts/client-templates';
import type { Context } from '#platform/context.ts';
import { findSegmentsOf, insertSegments } from './queries.ts';
import { type KnownCopies, rewriteRules } from './rewrite-rules.ts';

/** Their rules speak of the new client. One of which no rule is left is not copied. */
export async function copySegments(ctx: Context, known: KnownCopies): Promise<{ copied: number; leftOut: LeftOut[] }> {
  const segments = await findSegmentsOf(ctx, known.from);
  const rewritten = segments.map(({ name, rules }) => ({ name, ...rewriteRules(rules, known) }));
  const kept = rewritten.flatMap(({ name, rules }) => (rules ? [{ name, rules }] : []));
  await insertSegments(ctx, known.to, kept);
  const leftOut = rewritten.flatMap(({ name, rules, missing }) =>
    [...missing].map((because): LeftOut => ({ kind: 'segments', name, because, isCopied: rules !== null })),
  );
  return { copied: kept.length, leftOut };
}

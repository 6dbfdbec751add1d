import { type Annotation, mostAnnotations } from '@waggle/contracts/annotations';
import { findPeopleNames, person } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';

/** Of one organization, with all its clients. */
const mostKept = 5_000;

type Typed = { on: string; text: string };

export async function listAnnotations(ctx: Context, span: { from: string; to: string }) {
  return { items: await present(ctx, await queries.findAnnotations(ctx, span, mostAnnotations)) };
}

export async function createAnnotation(ctx: Context, typed: Typed): Promise<Annotation> {
  if ((await queries.countAnnotations(ctx)) >= mostKept)
    throw new Problem('quota_reached', `You have ${mostKept} notes. Delete one you no longer need, then try again.`);
  const row = await queries.insertAnnotation(ctx, { ...typed, authorId: person(ctx).userId });
  return (await present(ctx, [row]))[0]!;
}

export async function updateAnnotation(ctx: Context, id: string, typed: Typed): Promise<Annotation> {
  const row = await queries.updateAnnotation(ctx, id, typed);
  if (!row) throw notFound();
  return (await present(ctx, [row]))[0]!;
}

export async function deleteAnnotation(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteAnnotation(ctx, id))) throw notFound();
}

async function present(ctx: Context, rows: readonly queries.AnnotationRow[]): Promise<Annotation[]> {
  const names = await findPeopleNames(
    ctx,
    rows.map(({ author_id }) => author_id),
  );
  return rows.map(({ id, on, text, client_id, author_id }) => ({
    id,
    on,
    text,
    clientId: client_id,
    author: names.get(author_id) ?? null,
  }));
}

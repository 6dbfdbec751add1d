import type { LeftOut } from '@waggle/contracts/client-templates';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { mostForms } from '@waggle/contracts/forms';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { countForms } from '../queries.ts';
import { findDraftsOf, insertCopies } from './queries.ts';
import { type FormOfOther, rewriteForm } from './rewrite-form.ts';

type Copy = FormOfOther & { from: string; to: string };
type Copied = { copied: number; ids: ReadonlyMap<string, string>; leftOut: LeftOut[] };

/** A longer name is more than a form can have. */
const longestName = 200;

/** As drafts that are switched off, which no plan counts: publishing and activating ask the plan, one by one. */
export async function copyForms(ctx: Context, { from, to, ...known }: Copy): Promise<Copied> {
  const forms = (await findDraftsOf(ctx, from)).flatMap(({ id, name, draft }) => {
    const definition = FormDefinition.safeParse(draft).data;
    return definition ? [{ source: id, name: nameFor(name, known), ...rewriteForm(definition, known) }] : [];
  });
  const room = Math.max(0, mostForms - (await countForms(ctx)).forms);
  const fitting = forms.slice(0, room);
  const ids = await insertCopies(
    ctx,
    to,
    fitting.map(({ source, name, draft }) => ({ source, name, draft })),
  );
  if ((await countForms(ctx)).forms > mostForms)
    throw new Problem('quota_reached', `You have ${mostForms} forms. Delete one you no longer use, then try again.`);
  return {
    copied: fitting.length,
    ids,
    leftOut: [
      ...forms.slice(room).map(({ name }) => leftOut(name, 'quota', false)),
      ...fitting.flatMap(({ name, missing }) => [...missing].map((part) => leftOut(name, part, true))),
    ],
  };
}

const leftOut = (name: string, because: LeftOut['because'], isCopied: boolean): LeftOut => ({
  kind: 'forms',
  name,
  because,
  isCopied,
});

function nameFor(name: string, { rename }: FormOfOther): string {
  const renamed = rename(name);
  return renamed.length > longestName ? name : renamed;
}

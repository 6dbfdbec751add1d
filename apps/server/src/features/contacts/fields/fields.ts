import { mostContactFields } from '@waggle/contracts/contact-fields';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { keyOf } from './key.ts';
import * as queries from './queries.ts';

type Typed = { label: string; type: string; options: string[] };

export function createField(ctx: Context, { label, type, options }: Typed): Promise<queries.FieldRow> {
  return inTransaction(ctx, async (ctx) => {
    await queries.lockFields(ctx);
    const fields = await queries.findFields(ctx);
    if (fields.length >= mostContactFields)
      throw new Problem('plan_limit', `You can add up to ${mostContactFields} custom fields.`);
    refuseTakenLabel(fields, label);

    const key = keyOf(label, new Set(fields.map(({ key }) => key)));
    const choices = type === 'choice' ? options : [];
    return queries.insertField(ctx, { key, label, type, options: choices, client_id: activeClient(ctx) });
  });
}

export function updateField(
  ctx: Context,
  fieldId: string,
  { label, options }: { label?: string | undefined; options?: string[] | undefined },
): Promise<queries.FieldRow> {
  return inTransaction(ctx, async (ctx) => {
    await queries.lockFields(ctx);
    const field = await queries.findField(ctx, fieldId);
    if (!field) throw notFound();
    const others = (await queries.findFields(ctx)).filter(({ id }) => id !== fieldId);
    if (label !== undefined) refuseTakenLabel(others, label);
    if (field.type === 'choice' && options?.length === 0) throw wrong('options', 'Add at least one choice');

    const changed = await queries.updateField(ctx, fieldId, {
      ...(label === undefined ? {} : { label }),
      ...(options === undefined || field.type !== 'choice' ? {} : { options }),
    });
    // Seen but not changed: it belongs to the organization, and this person looks at one client.
    if (!changed) throw notFound();
    return changed;
  });
}

export async function deleteField(ctx: Context, fieldId: string): Promise<void> {
  if (!(await queries.deleteField(ctx, fieldId))) throw notFound();
}

function refuseTakenLabel(fields: queries.FieldRow[], label: string): void {
  if (!fields.some((field) => field.label.toLowerCase() === label.toLowerCase())) return;
  const message = 'A field with this name already exists.';
  throw new Problem('already_exists', message, { fields: { label: message } });
}

const wrong = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });

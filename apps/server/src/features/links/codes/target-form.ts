import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Links } from '../short-url.ts';
import { hasForm, holdForm, releaseCodes, switchOffTargets } from './target-form.sql.ts';

/** Where a code of a form leads, and whose it is. A client that was typed must be the form's. */
export async function targetForm(ctx: Context, links: Links, formId: string, typedClient: string | null | undefined) {
  const form = await holdForm(ctx, formId);
  if (!form) throw notFound();
  if (typedClient !== undefined && typedClient !== form.client_id)
    throw new Problem('invalid_input', 'This form belongs to another client', {
      fields: { formId: 'This form belongs to another client' },
    });
  return { target_url: `${links.publicUrl}/forms/${formId}`, form_id: formId, clientId: form.client_id };
}

export async function requireForm(ctx: Context, formId: string): Promise<void> {
  if (!(await hasForm(ctx, formId))) throw notFound();
}

export const missingTarget = (): Problem =>
  new Problem('invalid_input', 'Target URL is required', { fields: { targetUrl: 'Target URL is required' } });

/** Before a form is deleted, in its transaction: whoever scans a code of it is told that the code is no longer active. */
export async function switchOffCodes(ctx: Context, formId: string): Promise<void> {
  const codes = await releaseCodes(ctx, formId);
  if (codes.length > 0) await switchOffTargets(ctx, codes);
}

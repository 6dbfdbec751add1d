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

const formPath = /^\/forms\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/?#]|$)/i;
const deletedForm = 'The form this code led to was deleted. Choose where it leads.';

/** The address of a form is kept when the form is deleted, and whoever scans it would find nothing there. */
export async function refuseDeletedForm(ctx: Context, links: Links, targetUrl: string): Promise<void> {
  const path = targetUrl.startsWith(links.publicUrl) ? targetUrl.slice(links.publicUrl.length) : '';
  const formId = formPath.exec(path)?.[1];
  if (formId !== undefined && !(await hasForm(ctx, formId)))
    throw new Problem('invalid_input', deletedForm, { fields: { targetUrl: deletedForm } });
}

export const missingTarget = (): Problem =>
  new Problem('invalid_input', 'Target URL is required', { fields: { targetUrl: 'Target URL is required' } });

/** Before a form is deleted, in its transaction: whoever scans a code of it is told that the code is no longer active. */
export async function switchOffCodes(ctx: Context, formId: string): Promise<void> {
  const codes = await releaseCodes(ctx, formId);
  if (codes.length > 0) await switchOffTargets(ctx, codes);
}

import { findCodeNames } from '#features/links/index.ts';
import type { ContactTouch } from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import type { Submission } from './inbox-kinds.ts';

type Touch = NonNullable<Submission['touch']>;

/** Of the row of a submission: what led the person to the form. */
export const touchColumns = (touch: Touch | undefined) =>
  touch
    ? {
        touch_kind: touch.kind,
        touch_id: touch.id,
        touch_subject_id: touch.subjectId,
        touch_at: new Date(touch.at),
      }
    : {};

type Came = { touch: Touch | undefined; contact: { id: string; client_id: string | null } };

/**
 * A scan becomes the person's own once they say who they are. A click stands in the timeline of whom the email was sent to;
 * a code that is deleted has no line.
 */
export async function scanLines(ctx: Context, came: readonly Came[]) {
  const scans = came.flatMap(({ touch, contact }) => (touch?.kind === 'scan' ? [{ touch, contact }] : []));
  if (scans.length === 0) return [];
  const names = await findCodeNames(ctx, [...new Set(scans.map(({ touch }) => touch.subjectId))]);
  return scans.flatMap(({ touch, contact }) => {
    const name = names.get(touch.subjectId);
    if (name === undefined) return [];
    return [{ contact, type: 'qr.scanned', refId: touch.subjectId, data: { name }, happenedAt: new Date(touch.at) }];
  });
}

type Submitted = {
  sent: { id: string; at: Date; form: { id: string }; touch?: Touch | undefined };
  contact: Came['contact'];
};

/** What led the person to the form, and the form itself. A click is told by its email too: it is one touch. */
export function touchesOf({ sent: { id, at, form, touch }, contact }: Submitted): ContactTouch[] {
  const contactId = contact.id;
  const filled = { id, contactId, kind: 'form' as const, subjectId: form.id, at: at.getTime() };
  return touch ? [{ ...touch, contactId }, filled] : [filled];
}

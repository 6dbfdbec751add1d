import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { lockForms } from '../submissions/queries.ts';
import { Progress } from './inbox-kinds.ts';
import { addToDays, addToFields, type DayCounts, type FieldCounts } from './queries.ts';

/** Adds what edges have counted. Under the organization's lock; an event acts once. */
export async function recordProgress(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const forms = await lockForms(ctx, [...new Set(events.map(({ subjectId }) => subjectId))]);
  const days = new Map<string, DayCounts>();
  const fields = new Map<string, FieldCounts>();
  for (const { subjectId: form_id, happenedAt, signals } of events) {
    const form = forms.get(form_id);
    if (!form) continue;
    const { version, views, starts, reached } = Progress.parse(signals.progress);
    const day = new Date(happenedAt).toISOString().slice(0, 10);
    const of = { form_id, version, client_id: form.client_id };
    const known = days.get(`${form_id} ${version} ${day}`) ?? { ...of, day, views: 0, starts: 0 };
    known.views += views;
    known.starts += starts;
    days.set(`${form_id} ${version} ${day}`, known);
    for (const [field_id, more] of Object.entries(reached)) {
      const field = fields.get(`${form_id} ${version} ${field_id}`) ?? { ...of, field_id, reached: 0 };
      field.reached += more;
      fields.set(`${form_id} ${version} ${field_id}`, field);
    }
  }
  if (days.size > 0) await addToDays(ctx, [...days.values()]);
  if (fields.size > 0) await addToFields(ctx, [...fields.values()]);
}

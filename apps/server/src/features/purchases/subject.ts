import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { isInSight, type SubjectTable } from './subject.sql.ts';

type Source = { qrCodeId?: string | undefined; formId?: string | undefined; campaignId?: string | undefined };

/** The code, the form or the campaign that is asked for, if it is in sight; undefined where none is named. */
export async function subjectOf(ctx: Context, { qrCodeId, formId, campaignId }: Source): Promise<string | undefined> {
  const named: [SubjectTable, string | undefined][] = [
    ['qr_codes', qrCodeId],
    ['forms', formId],
    ['campaigns', campaignId],
  ];
  const [found, another] = named.flatMap(([table, id]) => (id === undefined ? [] : [{ table, id }]));
  if (!found) return undefined;
  if (another) throw new Problem('invalid_input', 'Name one QR code, one form or one campaign.');
  if (!(await isInSight(ctx, found.table, found.id))) throw notFound();
  return found.id;
}

import type { Context } from '#platform/context.ts';
import type { SendStep } from '#platform/installation/entries.ts';
import type { Reports } from '../parts.ts';
import * as queries from './queries.ts';

type Row = Pick<queries.EmailRow, 'scheduleId' | 'linkId' | 'period' | 'addressHash'>;

/** Notes of one report outside of the database, so that one restored from a backup does not send it again. */
export function createOffer({ installation }: Reports, ctx: Context, emailId: string, row: Row) {
  const { organizationId } = ctx;
  const { scheduleId, linkId, period } = row;
  const addressHash = row.addressHash.toString('base64url');
  const about = { organizationId, id: emailId, scheduleId, linkId, period, addressHash };
  const note = (step: SendStep) => installation.note({ k: 'report-send', ...about, step });

  return {
    note,
    /** Before the last byte. False when another try has it, or nothing may leave by this database. */
    mayLeave: async (): Promise<boolean> => {
      if (!(await queries.offer(ctx, emailId, installation.fence()))) return false;
      if (note('o')) return true;
      await queries.takeBack(ctx, emailId, "The journal couldn't be written.");
      throw new Error('The journal could not be written: the report waits.');
    },
  };
}

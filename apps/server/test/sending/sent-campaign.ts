import { backgroundContext } from '#platform/background-context.ts';
import { foldCohorts } from '../../src/features/campaigns/cohorts/cohorts.ts';
import type { Person } from '../harness/people.ts';
import type { TestApi } from '../harness/test-api.ts';
import { draft } from './ready-admin.ts';

type Given = {
  sentAt: string;
  sent: number;
  name?: string;
  clientId?: string | null;
  /** Whether its counts are kept beside it; those of before that have them in their figures. */
  isKept?: boolean;
  stats?: Partial<Record<'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained', number>>;
};

/** A campaign that was sent at any time, straight into the tables: its row, and its counts partly folded. */
export async function sentCampaign(api: TestApi, admin: Person, given: Given): Promise<string> {
  const { sentAt, sent, name = 'Spring', clientId = null, isKept = true, stats = {} } = given;
  const { id } = await draft(admin, { name, clientId });
  const { owner } = api.db;
  await owner.query(
    `update campaigns set status = 'COMPLETED', sent_at = $2, completed_at = $2, audience = $3, counts_kept = $4, stats = $5 where id = $1`,
    [id, sentAt, sent, isKept, JSON.stringify({ ...stats, ...(!isKept && { progress: { accepted: sent } }) })],
  );
  const counts = isKept
    ? ([
        ['campaign_progress', sent - 1],
        ['campaign_progress_deltas', 1],
      ] as const)
    : [];
  for (const [table, people] of counts) {
    await owner.query(
      `insert into ${table} (organization_id, campaign_id, client_id, state, people) values ($1, $2, $3, 'accepted', $4)`,
      [admin.user.organizationId, id, clientId, people],
    );
  }
  await owner.query(
    `insert into campaign_cohorts (organization_id, campaign_id, client_id, quarter, sent, delivered, opened, clicked, bounced)
     values ($1, $2, $3, date_bin('15 minutes', $4::timestamptz, '2000-01-01 00:00:00+00'), $5, $6, $7, $8, $9)`,
    [
      admin.user.organizationId,
      id,
      clientId,
      sentAt,
      sent,
      ...(['delivered', 'opened', 'clicked', 'bounced'] as const).map((name) => stats[name] ?? 0),
    ],
  );
  await foldCohorts(backgroundContext(api.database, admin.user.organizationId, 'test'), id);
  return id;
}

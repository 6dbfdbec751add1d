import type { Report } from '@waggle/email/report/report';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type SharedReport = { organizationId: string; report: Report; expiresAt: Date };

/** Undefined once the link has ended, was revoked or its organization is gone; and for one that never was. */
export const findReport = async ({ edge }: Database, tokenHash: Buffer): Promise<SharedReport | undefined> =>
  (
    await sql<SharedReport>`select organization_id as "organizationId", report, expires_at as "expiresAt"
      from report_of_link(${tokenHash})`.execute(edge)
  ).rows[0];

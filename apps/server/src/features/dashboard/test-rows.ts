import type { Person } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';

type Row = Record<string, unknown> & { clientId?: string | null };

/** Rows of an organization as the other features leave them, at a time of the test's choice. */
export function rowsOf(api: TestApi, { user: { organizationId } }: Person) {
  async function insert(table: string, { clientId = null, ...row }: Row): Promise<string> {
    const values = { organization_id: organizationId, client_id: clientId, ...row };
    const names = Object.keys(values);
    const { rows } = await api.db.owner.query<{ id: string }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(values),
    );
    return rows[0]!.id;
  }
  return {
    /** With how many people are in each state of its ledger. */
    async campaign({ progress = {}, ...row }: Row & { progress?: Record<string, number> }): Promise<string> {
      const id = await insert('campaigns', {
        subject: 'Hello',
        content: '{}',
        recipients: '{}',
        tracking: '{}',
        counts_kept: true,
        ...row,
      });
      for (const [state, people] of Object.entries(progress))
        await insert('campaign_progress', { clientId: row.clientId ?? null, campaign_id: id, state, people });
      return id;
    },
    import: (row: Row) => insert('imports', { kind: 'contacts', bytes: 10, ...row }),
    form: (row: Row) => insert('forms', { draft: '{}', ...row }),
    submission: (formId: string, at: string, clientId: string | null = null) =>
      insert('form_submissions', {
        form_id: formId,
        clientId,
        id: crypto.randomUUID(),
        version: 1,
        answers: '{}',
        outcome: 'no-address',
        submitted_at: at,
      }),
    /** With the scans of some days, as its events left them. */
    async code({ days = {}, ...row }: Row & { days?: Record<string, number> }): Promise<string> {
      const scans = Object.values(days).reduce((sum, total) => sum + total, 0);
      const short_code = crypto.randomUUID().replaceAll(/[-0]/g, 'x').slice(0, 10);
      const id = await insert('qr_codes', {
        short_code,
        target_url: 'https://example.org',
        design: '{}',
        scans,
        ...row,
      });
      for (const [day, total] of Object.entries(days))
        await api.db.owner.query(
          `insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
           values ($1, $2, 1, 'all', $3, '', $4, $5), ($1, $2, 3, 'all', $3, '', $4, 900)`,
          [organizationId, id, day, row.clientId ?? null, total],
        );
      return id;
    },
  };
}

type Figures = { name: string; status?: string; hold_reason?: string; entered: number; ended: number };

/** An automation with its figures, and somebody inside where they say so. */
export async function insertAutomation(api: TestApi, { user: { organizationId } }: Person, automation: Figures) {
  const { name, status = 'live', hold_reason = null, entered, ended } = automation;
  const { rows } = await api.db.owner.query<{ id: string }>(
    `with made as (
       insert into automations (organization_id, name, status, hold_reason, draft) values ($1, $2, $3, $4, '{}') returning id
     ), counted as (
       insert into automation_counts (organization_id, automation_id, step_id, on_day, slot, arrived, ended)
       select $1, id, '', now(), 1, $5::int, $6::int from made
     ), walking as (
       insert into automation_runs (organization_id, automation_id, contact_id, version, step, wake_at, arrived_at, entered_at)
       select $1, id, new_id(), 1, 0, 'infinity', now(), now() from made where $5::int > $6::int
     ) select id from made`,
    [organizationId, name, status, hold_reason, entered, ended],
  );
  return rows[0]!.id;
}

const hourMs = 3_600_000;
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();
export const daysAgo = (days: number): string => hoursAgo(24 * days);

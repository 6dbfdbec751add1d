// Organizations with contacts and automations, and people who wait in them, written by the owner past all engines.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { compile } from '../packages/automations/src/compile.ts';
import { type AutomationDocument, emptyDocument, type Step } from '../packages/contracts/src/automation-document.ts';

const wait = (id: string): Step => ({ id, kind: 'wait', for: { amount: 1, unit: 'days' } });

/** From one wait to the next. */
export const thin: Step[] = [wait('waitaaaa'), wait('waitbbbb'), wait('waitcccc')];

/** A condition on what people did, a tag for half of them, an email and the next wait. */
export const rich = (tagId: string): Step[] => [
  wait('waitaaaa'),
  {
    id: 'ifaaaaaa',
    kind: 'if',
    rule: { match: 'all', rules: [{ kind: 'activity', activity: 'email.opened', op: 'did', days: 30, atLeast: 1 }] },
    lanes: [
      { id: 'laneaaaa', name: '', weight: 1, steps: [{ id: 'tagaaaaa', kind: 'tag', add: [tagId], remove: [] }] },
      { id: 'lanebbbb', name: '', weight: 1, steps: [] },
    ],
  },
  { id: 'emailaaa', kind: 'email', campaignId: null, hours: null, cap: 'ignore' },
  wait('waitbbbb'),
];

export async function addOrganizations(owner: pg.Client, count: number, contactsOfEach: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into organizations (name, timezone) select 'Organization ' || n, 'UTC' from generate_series(1, $1::int) n returning id`,
    [count],
  );
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into contacts (organization_id, email, email_consent)
     select organization, 'person' || n || '@example' || n % 500 || '.com', 'granted'
     from unnest($1::uuid[]) organization, generate_series(1, $2::int) n`,
    [rows.map(({ id }) => id), contactsOfEach],
  );
  await owner.query('set session_replication_role = default');
  return rows.map(({ id }) => id);
}

export async function addAutomation(owner: pg.Client, organizationId: string, steps: Step[]): Promise<string> {
  const id = randomUUID();
  const document: AutomationDocument = { ...emptyDocument, steps };
  await owner.query(
    `insert into automations (organization_id, id, name, status, draft, live_version) values ($1, $2, 'Welcome', 'live', $3, 1)`,
    [organizationId, id, JSON.stringify(document)],
  );
  await owner.query(
    `insert into automation_versions (organization_id, automation_id, version, document, program) values ($1, $2, 1, $3, $4)`,
    [organizationId, id, JSON.stringify(document), JSON.stringify(compile(document))],
  );
  return id;
}

/** People of an automation who wait at its first step; `wake` is SQL over the number `n` of each. */
export async function addRuns(
  owner: pg.Client,
  { organizationId, automationIds }: { organizationId: string; automationIds: string[] },
  wake: string,
  people = 1_000_000,
): Promise<void> {
  await owner.query(
    `insert into automation_runs (organization_id, automation_id, contact_id, version, step, seq, wake_at, deadline, arrived_at, entered_at)
     select $1, automation, id, 1, 0, 1, ${wake}, ${wake}, now() - interval '1 day', now() - interval '1 day'
     from unnest($2::uuid[]) automation, (select id, row_number() over () as n from contacts where organization_id = $1 limit $3) person`,
    [organizationId, automationIds, people],
  );
  await owner.query(
    `insert into automation_places (organization_id, automation_id, version, step, next_at)
     select $1, automation, 1, 0, (select min(wake_at) from automation_runs where organization_id = $1 and automation_id = automation and step = 0)
     from unnest($2::uuid[]) automation
     on conflict (organization_id, automation_id, version, step) do update set next_at = excluded.next_at`,
    [organizationId, automationIds],
  );
}

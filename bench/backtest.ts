// What would an automation have done? 100,000 people who bought something in 90 days, with lines, tags and rules that ask for them,
// led through by the job's own function in a process of its own, whose memory is measured.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { AutomationDocument, Step } from '../packages/contracts/src/automation-document.ts';
import { bundle, nodeOptions } from './bundle.ts';
import type { Figure } from './figures.ts';

const people = 100_000;
const execute = promisify(execFile);
const goals = { seconds: 60, megabytes: 300 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    const { organizationId, trialId } = await fill(owner);
    const program = await bundle('bench/backtest-process.ts', 'backtest.js');
    const { stdout } = await execute(process.execPath, [
      ...nodeOptions,
      program,
      postgres.appUrl(),
      organizationId,
      trialId,
    ]);
    console.log(stdout.trim());
    const { seconds, megabytes } = JSON.parse(stdout) as { seconds: number; megabytes: number };
    const { rows } = await owner.query<{ result: { entered: number; emails: number } }>(
      `select result from automation_trials where id = $1 and state = 'done'`,
      [trialId],
    );
    const { entered, emails } = rows[0]!.result;
    if (entered !== people) throw new Error(`${entered} people entered.`);
    console.log(`${emails} emails`);
    return [
      { values: { seconds: Number(seconds.toFixed(1)), people, goal: goals.seconds }, ok: seconds <= goals.seconds },
      { values: { rss_mb: Math.round(megabytes), goal: goals.megabytes }, ok: megabytes <= goals.megabytes },
    ];
  } finally {
    await owner.end();
    await postgres.destroy();
  }
}

/** A tag, an email, waits, a question about opens and purchases, and a split: nine turns for most people. */
function stepsWith(tagId: string): Step[] {
  const lane = (id: string, ...steps: Step[]) => ({ id, name: '', weight: 1, steps });
  const email = (id: string): Step => ({ id, kind: 'email', campaignId: null, hours: null, cap: 'obey' });
  const wait = (id: string, amount: number): Step => ({ id, kind: 'wait', for: { amount, unit: 'days' } });
  return [
    { id: 'givetags', kind: 'tag', add: [tagId], remove: [] },
    email('firstone'),
    wait('waitdays', 2),
    {
      id: 'waitopen',
      kind: 'wait-for',
      what: { kind: 'email.opened', of: { step: 'firstone' } },
      since: 'arrival',
      atMost: { amount: 3, unit: 'days' },
      lanes: [lane('laneopen'), lane('lanelate', email('reminder'))],
    },
    {
      id: 'ifbought',
      kind: 'if',
      rule: {
        match: 'all',
        rules: [
          { kind: 'activity', activity: 'purchase.made', op: 'did', days: 30, atLeast: 2 },
          { kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] },
        ],
      },
      lanes: [lane('laneyess', email('thankyou')), lane('lanenoot')],
    },
    {
      id: 'splitter',
      kind: 'split',
      lanes: [lane('laneaaaa', wait('waitweek', 7)), lane('lanebbbb', wait('waitthre', 3))],
    },
    email('lastmail'),
  ];
}

async function fill(owner: pg.Client): Promise<{ organizationId: string; trialId: string }> {
  const [organizationId, automationId, tagId] = [randomUUID(), randomUUID(), randomUUID()];
  const document: AutomationDocument = {
    format: 1,
    triggers: [{ kind: 'purchase.made' }],
    entry: { filter: null, again: 'never', notWithinDays: 0 },
    stay: { filter: null, leaveWhen: [{ kind: 'tag.removed', tagId }] },
    goal: null,
    hours: { from: '08:00', to: '19:00', days: [1, 2, 3, 4, 5] },
    steps: stepsWith(tagId),
  };
  await owner.query(
    `insert into organizations (id, name, timezone, cap_emails, cap_hours) values ($1, 'One', 'America/New_York', 2, 48)`,
    [organizationId],
  );
  await owner.query(`insert into tags (organization_id, id, name) values ($1, $2, 'Buyer')`, [organizationId, tagId]);
  await owner.query(
    `insert into contacts (organization_id, email, email_consent)
     select $1, 'p' || n || '@example.com', 'granted' from generate_series(1, $2::int) n`,
    [organizationId, people],
  );
  // Ten lines each: two purchases, four emails, and what others do.
  await owner.query(
    `insert into contact_activity (organization_id, contact_id, type, happened_at)
     select organization_id, id, (array['purchase.made', 'email.sent', 'email.opened', 'email.sent', 'form.submitted', 'purchase.made', 'email.sent', 'contact.updated', 'email.sent', 'email.clicked'])[n],
       now() - random() * interval '88 days'
     from contacts cross join generate_series(1, 10) n where organization_id = $1`,
    [organizationId],
  );
  await owner.query(`insert into automations (organization_id, id, name, draft) values ($1, $2, 'Welcome', $3)`, [
    organizationId,
    automationId,
    JSON.stringify(document),
  ]);
  const { rows } = await owner.query<{ id: string }>(
    `insert into automation_trials (organization_id, automation_id, tried, tried_no, document, days, from_at, to_at, open_rate, click_rate)
     values ($1, $2, 'draft', 1, $3, 90, now() - interval '89 days', now(), 0.4, 0.1) returning id`,
    [organizationId, automationId, JSON.stringify(document)],
  );
  await owner.query('vacuum analyze contacts, contact_activity');
  return { organizationId, trialId: rows[0]!.id };
}

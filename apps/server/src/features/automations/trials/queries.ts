import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { backTestKeptDays, type BackTestResult } from '@waggle/contracts/automation-trials';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { SamplePerson } from './tally.ts';

/** Minutes without progress after which one that runs is given up: its worker died, and so did every further try. */
const silentMinutes = 20;

const columns = [
  ...(['id', 'client_id', 'automation_id', 'tried', 'tried_no', 'document', 'days', 'from_at', 'to_at'] as const),
  ...(['open_rate', 'click_rate', 'state', 'done', 'people', 'result', 'created_at', 'finished_at'] as const),
] as const;

const ofAutomation = (ctx: Context, automationId: string) =>
  ctx.db
    .selectFrom('automation_trials')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId);

export const findTrial = (ctx: Context, automationId: string, trialId: string) =>
  ofAutomation(ctx, automationId).where('id', '=', trialId).executeTakeFirst();
export type TrialRow = NonNullable<Awaited<ReturnType<typeof findTrial>>>;

export const findNewest = (ctx: Context, automationId: string) =>
  ofAutomation(ctx, automationId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();

type New = {
  automationId: string;
  clientId: string | null;
  tried: 'draft' | 'live';
  triedNo: number;
  document: AutomationDocument;
  days: number;
  from: Date;
  to: Date;
  openRate: number;
  clickRate: number;
};

/** Nothing back: another one runs. */
export async function insertTrial(ctx: Context, trial: New): Promise<TrialRow | undefined> {
  return ctx.db
    .insertInto('automation_trials')
    .values({
      organization_id: ctx.organizationId,
      automation_id: trial.automationId,
      client_id: trial.clientId,
      tried: trial.tried,
      tried_no: trial.triedNo,
      document: JSON.stringify(trial.document),
      days: trial.days,
      from_at: trial.from,
      to_at: trial.to,
      open_rate: trial.openRate,
      click_rate: trial.clickRate,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

const running = sql`state in ('queued', 'running')`;
const one = (ctx: Context, trialId: string) =>
  sql`organization_id = ${ctx.organizationId}::uuid and id = ${trialId}::uuid`;

/** One that went silent is over. */
export const endSilent = (ctx: Context, automationId: string) =>
  sql`update automation_trials set state = 'failed', finished_at = now()
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and ${running}
      and touched_at < now() - make_interval(mins => ${silentMinutes}::int)`.execute(ctx.db);

/** Nothing back: it was cancelled before it began, or is gone. Begins anew where a worker died. */
export const beginTrial = (ctx: Context, trialId: string) =>
  ctx.db
    .updateTable('automation_trials')
    .set({ state: 'running', done: 0, people: null, touched_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', trialId)
    .where('state', 'in', ['queued', 'running'])
    .returning(columns)
    .executeTakeFirst();

/** Answers whether it is still wanted. */
export async function noteProgress(ctx: Context, trialId: string, done: number, people: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automation_trials set done = ${done}::int, people = ${people}::int, touched_at = now()
    where ${one(ctx, trialId)} and state = 'running'`.execute(ctx.db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function endTrial(
  ctx: Context,
  trialId: string,
  state: 'done' | 'cancelled' | 'failed',
  result?: Omit<BackTestResult, 'people'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update automation_trials set state = ${state}, finished_at = now(), result = ${result ? JSON.stringify(result) : null}::json
    where ${one(ctx, trialId)} and ${running}`.execute(ctx.db);
  return (numAffectedRows ?? 0n) > 0n;
}

export const insertPeople = (ctx: Context, { id, client_id }: TrialRow, people: readonly SamplePerson[]) =>
  sql`insert into automation_trial_people (organization_id, trial_id, place, client_id, contact_id, entered_at, emails, ended, turns)
    select ${ctx.organizationId}::uuid, ${id}::uuid, place, ${client_id}::uuid, contact_id, entered_at, emails, ended, turns
    from json_to_recordset(${JSON.stringify(
      people.map(({ contactId, enteredAt, emails, end, turns }, place) => ({
        place,
        contact_id: contactId,
        entered_at: enteredAt,
        emails,
        ended: end,
        turns,
      })),
    )}::json) as person (place smallint, contact_id uuid, entered_at timestamptz, emails int, ended text, turns json)`.execute(
    ctx.db,
  );

export type PersonRow = {
  place: number;
  contactId: string;
  name: string | null;
  email: string | null;
  enteredAt: Date;
  emails: number;
  ended: string | null;
};

const shown = sql`person.place, person.contact_id as "contactId", person.entered_at as "enteredAt", person.emails, person.ended,
  nullif(concat_ws(' ', contacts.first_name, contacts.last_name), '') as name, contacts.email`;
const ofTrial = (ctx: Context, trialId: string) => sql`
  from automation_trial_people as person
  left join contacts on contacts.organization_id = person.organization_id and contacts.id = person.contact_id
  where person.organization_id = ${ctx.organizationId}::uuid and person.trial_id = ${trialId}::uuid`;

export async function findPeople(ctx: Context, trialId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`select ${shown} ${ofTrial(ctx, trialId)} order by person.place`.execute(ctx.db);
  return rows;
}

export async function findPerson(
  ctx: Context,
  trialId: string,
  place: number,
): Promise<(PersonRow & { turns: SamplePerson['turns'] }) | undefined> {
  const { rows } = await sql<PersonRow & { turns: SamplePerson['turns'] }>`
    select ${shown}, person.turns ${ofTrial(ctx, trialId)} and person.place = ${place}::smallint`.execute(ctx.db);
  return rows[0];
}

export const forgetOldTrials = (ctx: Context) =>
  sql`delete from automation_trials where organization_id = ${ctx.organizationId}::uuid
    and created_at < now() - make_interval(days => ${backTestKeptDays}::int)`.execute(ctx.db);

import type { Locale } from '@waggle/contracts/fields';
import { FormDefinition } from '@waggle/contracts/form-definition';
import type { Answer } from '@waggle/forms/visible';
import type { MailProduct } from '@waggle/email/mail-product';
import { renderSystemMail } from '@waggle/email/system-mail';
import { dashboardOriginOf, findMember, mailProductOf, mayWorkIn } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { tellTeam } from '../jobs.ts';
import type { Forms } from '../parts.ts';
import { findForm, type FormRow } from '../queries.ts';
import { findVersion } from '../versions/queries.ts';
import * as queries from './queries.ts';
import { noticeWords } from './words.ts';

/** Emails of one form in an hour; what comes after that waits for the next and is told together. */
const mostAnHour = 10;
/** Submissions shown in one email. */
const mostShown = 20;

type Sent = {
  form: { id: string; client_id: string | null };
  definition: FormDefinition;
  at: Date;
};

/** What was just kept is told to whoever its form names. In the transaction that keeps it. */
export async function noteForTeam(ctx: Context, all: readonly Sent[]): Promise<void> {
  const told = all.filter(({ definition }) => definition.settings.notify.length > 0);
  for (const formId of new Set(told.map(({ form }) => form.id))) {
    const own = told.filter(({ form }) => form.id === formId);
    const since = new Date(Math.min(...own.map(({ at }) => at.getTime())));
    await queries.addWaiting(ctx, { formId, clientId: own[0]!.form.client_id, more: own.length, since });
    await enqueue(ctx, tellTeam, { formId }, { singletonKey: formId });
  }
}

/** One email to each, about all that wait. */
export async function tellTeamOf({ mailer, settings }: Forms, ctx: Context, formId: string): Promise<void> {
  const row = await queries.findWaiting(ctx, formId);
  const form = row && (await findForm(ctx, formId));
  if (!row || !form) return;
  if (row.sent >= mostAnHour) {
    await enqueue(ctx, tellTeam, { formId }, { singletonKey: formId, startAfter: row.hourEnds });
    return;
  }
  const blocks = await readBlocks(ctx, formId, row.since);
  const publicUrl = await dashboardOriginOf(settings, ctx.organizationId);
  const product = await mailProductOf(ctx, settings.config.PUBLIC_URL);
  const told = { waiting: row.waiting, blocks, publicUrl, product };
  for (const member of await chosenMembers(ctx, form)) {
    const content = noticeMail(member.locale as Locale, form, told);
    // The same for every try: a server that took it before a crash recognises the repeat.
    const messageId = `form.${formId}.${row.since.getTime()}.${member.user_id}`;
    await mailer.send({ to: member.email, messageId, ...content });
  }
  const left = await queries.noteTold(ctx, formId, row.waiting);
  if (left && left.waiting > 0) await enqueue(ctx, tellTeam, { formId }, { singletonKey: formId });
}

/** Of those the published form names: who is still there, reads that mailbox, and may see the form. */
async function chosenMembers(ctx: Context, form: FormRow) {
  const version = form.published_version === null ? null : await findVersion(ctx, form.id, form.published_version);
  const { notify } = FormDefinition.parse(version?.definition ?? form.draft).settings;
  const found = await Promise.all(notify.map((userId) => findMember(ctx, userId)));
  return found.flatMap((member) => (member?.email_confirmed_at && mayWorkIn(member, form.client_id) ? [member] : []));
}

type Block = { label: string; answer: Answer }[];

/** Labels are those of the version each was sent with. */
async function readBlocks(ctx: Context, formId: string, since: Date): Promise<Block[]> {
  const rows = await queries.findTold(ctx, formId, since, mostShown);
  const versions = new Map<number, FormDefinition>();
  for (const version of new Set(rows.map((row) => row.version))) {
    const found = await findVersion(ctx, formId, version);
    if (found) versions.set(version, FormDefinition.parse(found.definition));
  }
  return rows.map(({ answers, version }) => {
    const given = new Map(Object.entries(answers as Record<string, Answer>));
    const fields = versions.get(version)?.fields ?? [];
    return fields.flatMap(({ id, label }) => (given.has(id) ? [{ label, answer: given.get(id)! }] : []));
  });
}

type Told = { waiting: number; blocks: readonly Block[]; publicUrl: string; product: MailProduct };

export function noticeMail(locale: Locale, form: Pick<FormRow, 'id' | 'name'>, told: Told) {
  const { waiting, blocks, publicUrl, product } = told;
  const words = noticeWords[locale];
  const subject = words.subject(waiting);
  const hidden = waiting - blocks.length;
  return {
    subject,
    ...renderSystemMail({
      locale,
      title: subject,
      lines: hidden > 0 ? [words.more(hidden)] : [],
      facts: [{ label: words.form, value: form.name }],
      blocks: blocks.map((block) =>
        block.map(({ label, answer }) => ({ label, value: answer === true ? words.ticked : answer })),
      ),
      action: words.action,
      link: `${publicUrl}/dashboard/forms?analytics=${form.id}`,
      closing: words.closing,
      product,
    }),
  };
}

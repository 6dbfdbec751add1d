import { FormDefinition } from '@waggle/contracts/form-definition';
import { checkAnswers } from '@waggle/forms/check-answers';
import { leadOf } from '@waggle/forms/lead';
import type { Answers } from '@waggle/forms/visible';
import {
  ensureAddressKey,
  giveTags,
  holdTags,
  insertActivities,
  keepKnownAttributes,
  type LeadOutcome,
  recordLeads,
} from '#features/contacts/index.ts';
import { recordTouches } from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent, Signals } from '#platform/inbox/event.ts';
import { noteForTeam } from '../notices/tell-team.ts';
import { asksToConfirm, recordAgreements } from '../opt-in/ask.ts';
import type { Forms } from '../parts.ts';
import { labelOf } from '../protection/label.ts';
import { findVersion } from '../versions/queries.ts';
import { Submission } from './inbox-kinds.ts';
import { addToCounts, insertSubmissions, lockForms } from './queries.ts';
import { scanLines, touchColumns, touchesOf } from './touch.ts';

type Form = { id: string; client_id: string | null; name: string };
export type Sent = {
  id: string;
  at: Date;
  form: Form;
  version: number;
  definition: FormDefinition;
  answers: Answers;
  touch: Submission['touch'];
  zone?: string | undefined;
  label: string;
  way: string;
  signals: Pick<Signals, 'address' | 'language'>;
  /** The address was named too often today: nothing is mailed to it. */
  isQuiet: boolean;
};

type Added = Sent & { email: string | null; lead: LeadOutcome | null };

/** Keeps what people sent and tells the team. Under the organization's lock; an event acts once. */
export const recordSubmissions = async (
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  events: readonly InboxEvent[],
): Promise<void> => noteForTeam(ctx, await keepSubmissions(forms, ctx, events));

/** Keeps what people sent, with the contacts that came of it. Under the organization's lock. */
export async function keepSubmissions(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  events: readonly InboxEvent[],
): Promise<Sent[]> {
  const all = await read(ctx, events);
  if (all.length === 0) return [];
  const added = await addContacts(forms, ctx, all);
  await addToCounts(ctx, await insertSubmissions(ctx, added.map(rowOf)));
  return all;
}

/** The people who sent something, with their consent, tags and past. */
export async function addContacts(forms: Pick<Forms, 'limits'>, ctx: Context, all: readonly Sent[]): Promise<Added[]> {
  await ensureAddressKey(ctx);
  // The tags before the contacts: a merge holds its tags while it goes through their contacts.
  const tags = await holdTags(ctx, [...new Set(all.flatMap(tagsOf))]);
  const added = await addPeople(ctx, all);
  await recordWhatWasSaid(forms, ctx, added, tags);
  return added;
}

const rowOf = ({ id, at, form, version, answers, email, lead, label, way, touch }: Added) => ({
  id,
  form_id: form.id,
  client_id: form.client_id,
  version,
  submitted_at: at,
  answers: Object.fromEntries(answers),
  email,
  contact_id: lead?.contactId ?? null,
  outcome: outcomeOf(lead),
  label,
  way,
  ...touchColumns(touch),
});

/** Without an address there is nobody to add. */
export const outcomeOf = (lead: LeadOutcome | null): string =>
  lead === null ? 'no-address' : lead.outcome === 'over_limit' ? 'over-limit' : lead.outcome;

/** Of a form deleted meanwhile nothing is kept: its submissions went with it. */
async function read(ctx: Context, events: readonly InboxEvent[]): Promise<Sent[]> {
  const forms = await lockForms(ctx, [...new Set(events.map(({ subjectId }) => subjectId))]);
  // Versions never change, so each is read once for a batch.
  const definitions = new Map<string, FormDefinition | undefined>();
  const found: Sent[] = [];
  for (const { id, happenedAt, subjectId, signals } of events) {
    const form = forms.get(subjectId);
    const submission = Submission.parse(signals.submission);
    const { version, answers, touch, zone, way } = submission;
    const key = `${subjectId} ${version}`;
    if (form && !definitions.has(key)) {
      const row = await findVersion(ctx, subjectId, version);
      definitions.set(key, row && FormDefinition.parse(row.definition));
    }
    const definition = definitions.get(key);
    if (!form || !definition) continue;
    const checked = checkAnswers(definition, new Map(Object.entries(answers)));
    found.push({
      id,
      at: new Date(happenedAt),
      form,
      version,
      definition,
      touch,
      zone,
      way,
      answers: checked.answers,
      label: labelOf(signals, submission),
      signals,
      isQuiet: submission.quiet,
    });
  }
  return found;
}

/** Of the form, and of each field that was answered. */
const tagsOf = ({ definition, answers }: Sent): string[] => [
  ...definition.tagIds,
  ...definition.fields.filter(({ id }) => answers.has(id)).flatMap(({ tagIds }) => tagIds),
];

/** Adds people, or fills in what was not known of them. */
async function addPeople(ctx: Context, all: readonly Sent[]): Promise<Added[]> {
  const known = await keepKnownAttributes(ctx);
  const told = all.map((sent) => ({ sent, lead: leadOf(sent.definition, sent.answers) }));
  const leads = told.flatMap(({ sent, lead: { email, attributes, ...lead } }) =>
    email === undefined
      ? []
      : {
          ...lead,
          email,
          attributes: known(attributes),
          ...(sent.zone !== undefined && { timeZone: sent.zone }),
          consent: asksToConfirm(sent) ? ('pending' as const) : ('not_asked' as const),
          source: 'form' as const,
          clientId: sent.form.client_id,
        },
  );
  const outcomes = (await recordLeads(ctx, leads)).values();
  return told.map(({ sent, lead: { email } }) =>
    email === undefined
      ? { ...sent, email: null, lead: null }
      : { ...sent, email, lead: outcomes.next().value ?? null },
  );
}

/** Consent, tags, the line in the past of each person and what it may lead to. */
async function recordWhatWasSaid(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  added: readonly Added[],
  tags: ReadonlyMap<string, string | null>,
): Promise<void> {
  const people = added.flatMap((sent) => {
    const contactId = sent.lead?.contactId;
    return contactId ? [{ sent, contact: { id: contactId, client_id: sent.form.client_id } }] : [];
  });
  await recordAgreements(
    forms,
    ctx,
    people.map(({ sent, contact }) => ({ ...sent, contact: { id: contact.id, email: sent.email ?? '' } })),
  );
  await giveTags(
    ctx,
    people.map(({ sent, contact }) => ({
      contact,
      tagIds: tagsOf(sent).filter((tagId) => tags.has(tagId) && tags.get(tagId) === contact.client_id),
    })),
  );
  const scans = await scanLines(
    ctx,
    people.map(({ sent: { touch }, contact }) => ({ touch, contact })),
  );
  const submitted = people.map(({ sent: { id, form }, contact }) => ({
    contact,
    type: 'form.submitted',
    refId: form.id,
    data: { name: form.name, submissionId: id },
  }));
  await insertActivities(ctx, [...scans, ...submitted]);
  await recordTouches(ctx, people.flatMap(touchesOf));
}

import type { StepDifference } from '@waggle/automations/compare';
import type { FrozenEmail } from '@waggle/automations/program';
import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { findSaid, type SaidEmail, type StepEmail } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { emailSteps } from '../check/email-steps.ts';

/** A document with the emails of its steps: those that were frozen, or the drafts. */
export type Said = { document: AutomationDocument; emails: ReadonlyMap<string, StepEmail> };

export const frozenEmails = (
  automationId: string,
  emails: Readonly<Record<string, FrozenEmail>> | null,
): Map<string, StepEmail> =>
  new Map(Object.entries(emails ?? {}).map(([stepId, frozen]) => [stepId, { automationId, stepId, ...frozen }]));

export const draftEmails = (automationId: string, document: AutomationDocument): Map<string, StepEmail> =>
  new Map(
    emailSteps(document).flatMap(({ id: stepId, campaignId }) =>
      campaignId === null ? [] : [[stepId, { automationId, stepId, campaignId, contentHash: null }] as const],
    ),
  );

/** Emails are read once however many documents send them, and not at all where both sides have the same one. */
export class EmailsOf {
  readonly #said: ReadonlyMap<string, SaidEmail>;

  private constructor(said: ReadonlyMap<string, SaidEmail>) {
    this.#said = said;
  }

  static async read(ctx: Context, emails: Iterable<StepEmail>): Promise<EmailsOf> {
    const known = [...new Map([...emails].map((email) => [keyOf(email), email])).values()];
    const found = await findSaid(ctx, known);
    return new EmailsOf(new Map([...found].map(([at, said]) => [keyOf(known[at]!), said])));
  }

  /** What differs in the email of a step; nothing where one of the two is not known. */
  partsOf(before: StepEmail | undefined, after: StepEmail | undefined): string[] {
    const [one, other] = [before && this.#said.get(keyOf(before)), after && this.#said.get(keyOf(after))];
    if (!one || !other) return [];
    return Object.entries(emailParts).flatMap(([part, key]) => (one[key] === other[key] ? [] : [part]));
  }

  subjects(emails: ReadonlyMap<string, StepEmail>): { stepId: string; subject: string }[] {
    return [...emails].flatMap(([stepId, email]) => {
      const said = this.#said.get(keyOf(email));
      return said ? [{ stepId, subject: said.subject }] : [];
    });
  }
}

const emailParts = { subject: 'subject', content: 'content', sender: 'senderId', delivery: 'delivery' } as const;
const keyOf = ({ stepId, campaignId, contentHash }: StepEmail): string => `${stepId}/${contentHash ?? campaignId}`;

/** Emails of steps that are in both, where they are not the same one. */
export function* differingEmails(before: Said, after: Said): Generator<StepEmail> {
  for (const [stepId, email] of after.emails) {
    const earlier = before.emails.get(stepId);
    if (!earlier || keyOf(earlier) === keyOf(email)) continue;
    yield earlier;
    yield email;
  }
}

/** A step whose email says something else is a changed one. */
export function withEmails(steps: readonly StepDifference[], before: Said, after: Said, emails: EmailsOf) {
  return steps.map((step): StepDifference => {
    const more = emails.partsOf(before.emails.get(step.stepId), after.emails.get(step.stepId));
    if (more.length === 0) return step;
    return { ...step, change: 'changed', parts: [...step.parts, ...more] };
  });
}

import type { Outcome } from '@waggle/automations/outcomes';
import type { EffectOf } from '@waggle/automations/walk';
import type { Context } from '#platform/context.ts';
import { type Amended, passedBy } from '../ports.ts';

/** The month, as its first day, in which the people entered, and for the how-many-th time in it. */
export type StepSending = { automationId: string; stepId: string; contentHash: Buffer; month: string; pass: number };

/** What campaigns offer to emails of steps. */
export type StepEmails = {
  /** The campaign that sends this content to those of one month and pass. */
  openStepCampaign(ctx: Context, sending: StepSending): Promise<string>;
  queueStepEmails(
    ctx: Context,
    campaignId: string,
    contactIds: readonly string[],
  ): Promise<{ leftOut: ReadonlyMap<string, string> }>;
};

type Asked = EffectOf<'email'>;

/** Puts emails into the ledgers of campaigns, in the transaction that moves the people: both happen or neither. */
export const sendEmails =
  (campaigns: StepEmails) =>
  async (ctx: Context, asked: Asked[]): Promise<Amended> => {
    const amended = new Map<string, Outcome>();
    for (const group of Map.groupBy(asked, keyOf).values()) {
      const [first] = group;
      const { automationId, stepId, pass, frozen } = first!;
      if (!frozen) throw new Error('This email was not published. Publish the automation again.');
      const contentHash = Buffer.from(frozen.contentHash, 'hex');
      const sending = { automationId, stepId, contentHash, month: monthOf(first!), pass };
      const campaignId = await campaigns.openStepCampaign(ctx, sending);
      const contactIds = group.map(({ contactId }) => contactId);
      const { leftOut } = await campaigns.queueStepEmails(ctx, campaignId, contactIds);
      for (const effect of group) {
        const reason = leftOut.get(effect.contactId);
        if (reason !== undefined) amended.set(passedBy(effect), outcomes[reason] ?? 'left-out');
      }
    }
    return amended;
  };

const outcomes: Readonly<Record<string, Outcome>> = { had: 'had', 'no-address': 'no-address' };
const monthOf = ({ enteredAt }: Asked): string => `${new Date(enteredAt).toISOString().slice(0, 7)}-01`;
const keyOf = (effect: Asked): string =>
  [effect.automationId, effect.stepId, monthOf(effect), effect.pass, effect.frozen?.contentHash].join('/');

// What concerns every mail of a campaign holds it with a reason, costs no reader anything and can be resumed.
import { cancelCampaign, changeStatus } from '../apps/server/src/features/campaigns/lifecycle.ts';
import type { Rulings } from '../apps/server/test/sending/fake-smtp.ts';
import { type Mailed, type SendHarness, until } from './send-harness.ts';
import type { Fault } from './send-play.ts';

const holdReason = async ({ owner }: SendHarness, { campaignId }: Mailed): Promise<string | null> => {
  const { rows } = await owner.query<{ reason: string | null }>(
    `select hold_reason as reason from campaigns where id = $1 and status = 'PAUSED'`,
    [campaignId],
  );
  return rows[0]?.reason ?? null;
};

/** Refuses until the campaign is held, then takes everything; in the end all have it and nobody is suppressed. */
function held(name: string, reason: string, refuse: Rulings): Fault {
  let refuses = true;
  const whileRefusing = <Args extends unknown[], Answer>(rule: ((...args: Args) => Answer) | undefined) =>
    rule && ((...args: Args) => (refuses ? rule(...args) : undefined) as Answer);
  return {
    name,
    people: 200,
    rulings() {
      refuses = true;
      const { connect, message } = refuse;
      return {
        ...(connect && { connect: whileRefusing(connect)! }),
        ...(message && { message: (to, raw) => (refuses ? message(to, raw) : 'accept') }),
      };
    },
    async act({ harness, ...mailed }) {
      await until(`the hold ${reason}`, async () => (await holdReason(harness, mailed)) === reason, 60);
      refuses = false;
      await changeStatus(harness.campaigns, harness.contextOf(mailed), mailed.campaignId, { status: 'ACTIVE' });
    },
    async expect({ harness, organizationId }, rows) {
      const { rows: suppressed } = await harness.owner.query('select from suppressions where organization_id = $1', [
        organizationId,
      ]);
      return [
        ...(suppressed.length > 0 ? [`${suppressed.length} were suppressed`] : []),
        ...(rows.every(({ state }) => state === 'accepted') ? [] : ['not everybody has it']),
      ];
    },
  };
}

/** Mails enough for the gate to look before all are out. */
const gated = { people: 6_000, seeds: 1 };

export const holdFaults: Fault[] = [
  held('C7 5.7.515', 'sender-untrusted', { message: () => [550, '5.7.515 Access denied, sender not trusted'] }),
  held('C7 554 at connect', 'connection-refused', { connect: () => [554, '5.7.1 we do not want you'] }),
  {
    ...gated,
    name: 'C8 one in seven bounces',
    rulings: () => ({ recipient: (to) => (/^p\d*[07]@/.test(to) ? [550, '5.1.1 unknown'] : undefined) }),
    async act({ harness, ...mailed }) {
      await until('the hold bounces', async () => (await holdReason(harness, mailed)) === 'bounces', 30);
      await cancelCampaign(harness.contextOf(mailed), mailed.campaignId);
    },
  },
  {
    ...gated,
    name: 'C8 one in three hundred complains',
    async act({ harness, reached, ...mailed }) {
      await reached(0.1);
      await harness.owner.query(
        `update campaign_sends set complained_at = now() where contact_id in
           (select contact_id from campaign_sends where campaign_id = $1 and state = 'accepted' limit 30) and campaign_id = $1`,
        [mailed.campaignId],
      );
      await until('the hold complaints', async () => (await holdReason(harness, mailed)) === 'complaints', 30);
      await cancelCampaign(harness.contextOf(mailed), mailed.campaignId);
    },
  },
];

import type { CheckLine } from '@waggle/contracts/campaign-checks';
import { requireConfirmedAddress } from '#features/accounts/index.ts';
import {
  type CampaignSender,
  connectionFor,
  postalAddressOf,
  requireVerified,
  senderForCampaign,
} from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { countAudience } from '../audience/audience.ts';
import { requireCampaign } from '../campaigns.ts';
import { compileCampaign } from '../content/compile-campaign.ts';
import { knownLinkLines } from '../link-checks/check-links.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import { engineOf } from '../sequences/engine.ts';
import { emailProblems } from '../sequences/readiness.ts';
import { recipientsAreThere } from '../references/check-references.ts';
import { contentLines } from './content-lines.ts';
import { emailAppLines } from './email-app-lines.ts';
import { imageTextLines } from './image-text-lines.ts';
import { ok, type Line, line } from './lines.ts';
import { chosenMoment } from '../schedule.ts';
import { warmUpLine } from './warm-up-line.ts';

/** What Send would refuse, found all at once and by the same rules, and what is worth a look besides. */
export async function checkCampaign(campaigns: Campaigns, ctx: Context, campaignId: string) {
  const campaign = await requireCampaign(ctx, campaignId);
  const lines = campaign.sequence
    ? await sequenceLines(campaigns, ctx, campaign)
    : await ownLines(campaigns, ctx, campaign);
  const shown: CheckLine[] = lines.shown.filter((each) => each !== null);
  return {
    lines: shown,
    isReady: !shown.some(({ level }) => level === 'blocking'),
    recipients: lines.recipients,
  };
}

type Found = { shown: (Line | null)[]; recipients: number | null };

async function ownLines(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<Found> {
  const sender = await senderOf(campaigns, ctx, campaign);
  // The automation says who gets an email of its own, and when.
  const audience = campaign.automation_id === null ? await audienceOf(ctx, campaign) : { recipients: null, line: null };
  const shown = [
    await accountLine(ctx),
    ...sender.lines,
    await connectionLine(campaigns, ctx, campaign),
    await addressLine(ctx, campaign),
    audience.line,
    timeLine(ctx, campaign),
    ...(await emailLines(campaigns, ctx, campaign)),
    sender.found && audience.recipients !== null
      ? warmUpLine(sender.found, {
          recipients: audience.recipients,
          from: ctx.now(),
          window: campaign.sending_window,
        })
      : null,
  ];
  return { shown, recipients: audience.recipients };
}

/** Each email has a check of its own, of which this tells whether anything blocks. */
async function sequenceLines(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<Found> {
  const audience = await audienceOf(ctx, campaign);
  const [problem, ...others] = await emailProblems(campaigns, ctx, campaign);
  const room = await refusal(() => engineOf(campaigns).requireRoom(ctx));
  const shown = [
    await accountLine(ctx),
    await addressLine(ctx, campaign),
    problem === undefined
      ? ok('content', `Emails ready: ${campaign.sequence?.length ?? 0}.`)
      : { ...line('content', 'blocking', problem, 'edit-content'), details: others },
    audience.line,
    timeLine(ctx, campaign),
    room === null ? null : line('plan', 'blocking', room),
  ];
  return { shown, recipients: audience.recipients };
}

/** The sentence a rule refuses with; null when it does not. */
async function refusal(rule: () => unknown): Promise<string | null> {
  try {
    await rule();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

async function emailLines(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<Line[]> {
  try {
    const compiled = await compileCampaign(campaigns, ctx, campaign);
    return [
      ...contentLines(campaign, compiled),
      ...(await imageTextLines(ctx, campaign)),
      ...(await knownLinkLines(campaigns, ctx, campaign, compiled)),
      ...(await emailAppLines(ctx, campaign)),
    ];
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too_complex') throw error;
    return [line('content', 'blocking', error.message, 'edit-content')];
  }
}

async function accountLine(ctx: Context): Promise<Line | null> {
  const message = await refusal(() => requireConfirmedAddress(ctx));
  return message === null ? null : line('confirmed-address', 'blocking', message, 'confirm-address');
}

async function senderOf({ settings }: Campaigns, ctx: Context, campaign: CampaignRow) {
  const { sender_id: senderId, client_id: clientId } = campaign;
  let found: CampaignSender | null = null;
  const missing = await refusal(async () => {
    found = await senderForCampaign(settings, ctx, { senderId, clientId });
  });
  const sender = found as CampaignSender | null;
  if (sender === null) {
    const message = missing === 'Not found.' ? 'The chosen sender was deleted. Choose another one.' : missing!;
    return { found: null, lines: [line('sender', 'blocking', message, 'set-up-sender')] };
  }
  const untrusted = await refusal(() => requireVerified(sender));
  return {
    found: sender,
    lines: [
      ok('sender', `Sent from ${sender.fromName} at ${sender.fromEmail}`),
      untrusted === null
        ? ok('domain', `Domain ${sender.domain} is verified`)
        : line('domain', 'blocking', untrusted, 'set-up-domain'),
    ],
  };
}

async function connectionLine({ settings }: Campaigns, ctx: Context, campaign: CampaignRow): Promise<Line> {
  const { connection_id: connectionId, client_id: clientId } = campaign;
  const message = await refusal(() => connectionFor(settings, ctx, { connectionId, clientId }));
  if (message === null) return ok('connection', 'Connection is set up');
  const said = message === 'Not found.' ? 'The chosen connection was deleted. Choose another one.' : message;
  return line('connection', 'blocking', said, 'set-up-connection');
}

async function addressLine(ctx: Context, { client_id: clientId }: CampaignRow): Promise<Line> {
  if (await postalAddressOf(ctx, clientId)) return ok('postal-address', 'Postal address is in the footer');
  return line(
    'postal-address',
    'blocking',
    'Add your postal address in Settings. The law requires it in marketing email.',
    'set-up-address',
  );
}

async function audienceOf(ctx: Context, campaign: CampaignRow): Promise<{ recipients: number | null; line: Line }> {
  const { client_id: clientId, recipients: chosen, topic_id: topicId } = campaign;
  if (!(await recipientsAreThere(ctx, clientId, chosen))) {
    const message =
      'A tag or segment of this campaign, or something a segment asks for, was deleted. Choose its recipients again.';
    return { recipients: null, line: line('recipients', 'blocking', message, 'choose-recipients') };
  }
  const { recipients, leftOut } = await countAudience(
    ctx,
    { clientId, topicId, ignoresCap: campaign.sequence !== null },
    chosen,
  );
  if (recipients === 0) {
    const message = 'No one would receive this campaign. Choose other recipients.';
    return { recipients, line: line('recipients', 'blocking', message, 'choose-recipients') };
  }
  const out = leftOut.filter(({ reason }) => reason !== 'not-selected').reduce((sum, { people }) => sum + people, 0);
  return { recipients, line: ok('recipients', `Recipients: ${recipients}. Left out: ${out}.`) };
}

function timeLine(ctx: Context, { status, ...campaign }: CampaignRow): Line | null {
  const at = chosenMoment(campaign);
  if (status !== 'DRAFT' || at === null || at > ctx.now()) return null;
  return line(
    'schedule',
    'blocking',
    'The scheduled time has passed. Choose another, or none to send now.',
    'choose-time',
  );
}

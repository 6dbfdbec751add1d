import type { Recipients, WrittenType } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { clientOfCampaign, refuseEveryClient } from '../client.ts';
import { checkReferences } from '../references/check-references.ts';
import { readOrganization } from '#features/accounts/index.ts';
import { isInstant, wallOf } from '../schedule.ts';
import { type Audience, countAudience, listAudience, type Spread, spreadAudience } from './audience.ts';

type Question = {
  recipients: Recipients;
  clientId?: string | null | undefined;
  type: WrittenType;
  topicId: string | null;
};

/** For a choice somebody is about to make; a stranger's tag is refused like one that never was. */
export async function previewAudience(ctx: Context, question: Question): Promise<Audience> {
  return countAudience(ctx, await scopeOf(ctx, question), question.recipients);
}

type PeopleQuestion = Question & Parameters<typeof listAudience>[3];

export async function previewPeople(ctx: Context, { recipients, clientId, type, topicId, ...asked }: PeopleQuestion) {
  return listAudience(ctx, await scopeOf(ctx, { recipients, clientId, type, topicId }), recipients, asked);
}

type ZonesQuestion = Omit<Question, 'type'> & { at: string };

/** An instant is read as what the clocks of the organization show then. */
export async function previewZones(
  ctx: Context,
  { recipients, clientId, topicId, at }: ZonesQuestion,
): Promise<Spread> {
  const scope = await scopeOf(ctx, { recipients, clientId, type: 'EMAIL', topicId });
  const { timezone: zone } = await readOrganization(ctx);
  const local = isInstant(at) ? wallOf(new Date(at), zone) : at;
  return spreadAudience(ctx, scope, { recipients, local, zone });
}

async function scopeOf(ctx: Context, { recipients, clientId: named, type, topicId }: Question) {
  const clientId = await clientOfCampaign(ctx, named);
  refuseEveryClient(clientId, recipients);
  await checkReferences(ctx, clientId, { recipients, topicId });
  return { clientId, topicId, ignoresCap: type === 'SEQUENCE' };
}

import type { Recipients } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { clientOfCampaign, refuseEveryClient } from '../client.ts';
import { checkReferences } from '../references/check-references.ts';
import { type Audience, countAudience } from './audience.ts';

type Question = { recipients: Recipients; clientId?: string | null | undefined };

/** For a choice somebody is about to make; a stranger's tag is refused like one that never was. */
export async function previewAudience(ctx: Context, { recipients, clientId: named }: Question): Promise<Audience> {
  const clientId = await clientOfCampaign(ctx, named);
  refuseEveryClient(clientId, recipients);
  await checkReferences(ctx, clientId, { recipients });
  return countAudience(ctx, { clientId }, recipients);
}

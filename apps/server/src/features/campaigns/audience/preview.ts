import type { Recipients } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { activeClient } from '#features/contacts/index.ts';
import { checkReferences } from '../references/check-references.ts';
import { type Audience, countAudience } from './audience.ts';

/** For a choice somebody is about to make; a stranger's tag is refused like one that never was. */
export async function previewAudience(ctx: Context, recipients: Recipients): Promise<Audience> {
  await checkReferences(ctx, { recipients });
  return countAudience(ctx, { clientId: activeClient(ctx) }, recipients);
}

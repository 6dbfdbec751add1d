import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { allBlocks, EmailBlock } from './email-document.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** Of one client, or of the organization itself. */
export const mostSavedBlocks = 100;
/** Characters of one block as JSON, those in its columns included. */
const maxSavedBlockLength = 65_536;

const SavedBlockSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.string(),
  clientId: z.uuid().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type SavedBlockSummary = z.infer<typeof SavedBlockSummary>;

const SavedBlock = SavedBlockSummary.extend({ block: EmailBlock });
export type SavedBlock = z.infer<typeof SavedBlock>;

const savedBlockName = line(100, 'Enter a name').min(1, 'Enter a name');
const block = EmailBlock.refine(
  (one) => new Set(allBlocks([one]).map(({ id }) => id)).size === allBlocks([one]).length,
  {
    message: "This value isn't valid",
  },
).refine((one) => JSON.stringify(one).length <= maxSavedBlockLength, {
  message: 'This block is too long to save. Remove some of its content.',
});
const path = z.strictObject({ savedBlockId: idOf('saved-block') });

export const listSavedBlocks = endpoint({
  name: 'saved-blocks.list',
  method: 'GET',
  path: '/api/saved-blocks',
  needs: 'campaigns:read',
  summary:
    'Saved blocks of one client by name; without a client those of the organization itself, or of the client in sight.',
  query: z.strictObject({ clientId: idOf('client').optional() }),
  reply: z.object({ items: z.array(SavedBlockSummary) }),
});

export const readSavedBlock = endpoint({
  name: 'saved-blocks.read',
  method: 'GET',
  path: '/api/saved-blocks/:savedBlockId',
  needs: 'campaigns:read',
  summary: 'One saved block, to put a copy of it into an email.',
  params: path,
  reply: SavedBlock,
});

export const createSavedBlock = endpoint({
  name: 'saved-blocks.create',
  method: 'POST',
  path: '/api/saved-blocks',
  needs: 'campaigns:write',
  audit: { entity: 'saved-block', after: true },
  summary:
    'Keeps a block, or columns with what is in them, for other emails of the same client. Up to 100 each. A tag it depends on must be of that client.',
  status: 201,
  body: z.strictObject({ name: savedBlockName, block, clientId: ClientOfNew }),
  reply: SavedBlock,
  // What is too long in itself is told in words; a character can take six bytes.
  limits: { bodyBytes: 8 * maxSavedBlockLength },
});

export const renameSavedBlock = endpoint({
  name: 'saved-blocks.rename',
  method: 'PATCH',
  path: '/api/saved-blocks/:savedBlockId',
  needs: 'campaigns:write',
  audit: { entity: 'saved-block', after: true },
  summary: 'Gives a saved block another name.',
  params: path,
  body: z.strictObject({ name: savedBlockName }),
  reply: SavedBlock,
});

export const deleteSavedBlock = endpoint({
  name: 'saved-blocks.delete',
  method: 'DELETE',
  path: '/api/saved-blocks/:savedBlockId',
  needs: 'campaigns:write',
  audit: { entity: 'saved-block' },
  summary: 'Deletes a saved block. Emails that have a copy keep it.',
  status: 204,
  params: path,
  reply: NoReply,
});

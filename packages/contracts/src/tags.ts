import { z } from 'zod';
import { ClientOfNew, Owner } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

/** The presets a tag can have; the first is the default. */
export const tagColors = [
  '#3B82F6',
  '#10B981',
  '#F59E0B',
  '#EF4444',
  '#8B5CF6',
  '#06B6D4',
  '#84CC16',
  '#F97316',
] as const;
export const TagColor = z.enum(tagColors, 'Choose one of the eight colors');

export const Tag = z.object({
  id: z.uuid(),
  name: z.string(),
  color: TagColor,
  clientId: z.uuid().nullable(),
  /** How many contacts have it. */
  contacts: z.number().int(),
  /** How many segments ask for it. */
  segments: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Tag = z.infer<typeof Tag>;

const tagName = line(60, 'Tag name is required').min(1, 'Tag name is required');
const tagPath = z.strictObject({ tagId: idOf('tag') });

export const listTags = endpoint({
  name: 'tags.list',
  method: 'GET',
  path: '/api/tags',
  needs: 'contacts:read',
  summary: 'The tags contacts can have.',
  query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend({ owner: Owner.optional() }),
  reply: listReply(Tag),
});

export const createTag = endpoint({
  name: 'tags.create',
  method: 'POST',
  path: '/api/tags',
  needs: 'contacts:write',
  audit: { entity: 'tag' },
  summary: 'Adds a tag.',
  status: 201,
  body: z.strictObject({ name: tagName, color: TagColor.default(tagColors[0]), clientId: ClientOfNew }),
  reply: Tag,
});

export const updateTag = endpoint({
  name: 'tags.update',
  method: 'PUT',
  path: '/api/tags/:tagId',
  needs: 'contacts:write',
  audit: { entity: 'tag' },
  summary: 'Renames or recolours a tag.',
  params: tagPath,
  body: z.strictObject({ name: tagName.optional(), color: TagColor.optional() }),
  reply: Tag,
});

export const mergeTags = endpoint({
  name: 'tags.merge',
  method: 'POST',
  path: '/api/tags/:tagId/merge',
  needs: 'contacts:write',
  audit: { entity: 'tag' },
  summary: 'Gives everybody who has this tag the other one of the same client, and deletes this one.',
  params: tagPath,
  body: z.strictObject({ intoId: idOf('tag') }),
  reply: Tag,
});

export const deleteTag = endpoint({
  name: 'tags.delete',
  method: 'DELETE',
  path: '/api/tags/:tagId',
  needs: 'contacts:write',
  audit: { entity: 'tag' },
  summary: 'Deletes a tag and takes it from every contact.',
  status: 204,
  params: tagPath,
  reply: NoReply,
});

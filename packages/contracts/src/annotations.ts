import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { day, line } from './fields.ts';

export const annotationLength = 120;

const typed = z.strictObject({
  on: day('Choose a date'),
  text: line(annotationLength, 'Enter a text').min(1, 'Enter a text'),
});

export const Annotation = z.object({
  id: z.uuid(),
  on: z.iso.date(),
  text: z.string(),
  clientId: z.uuid().nullable(),
  /** Null where they left the organization. */
  author: z.string().nullable(),
});
export type Annotation = z.infer<typeof Annotation>;

/** Shown at once; the newest days of a span that has more. */
export const mostAnnotations = 200;

export const listAnnotations = endpoint({
  name: 'annotations.list',
  method: 'GET',
  path: '/api/annotations',
  needs: 'dashboard:read',
  summary: 'What people wrote on days of the time curves, by day: of the active client, or of all, at most 200.',
  query: z.strictObject({ from: day('Choose a date'), to: day('Choose a date') }),
  reply: z.object({ items: z.array(Annotation) }),
});

export const createAnnotation = endpoint({
  name: 'annotations.create',
  method: 'POST',
  path: '/api/annotations',
  needs: 'annotations:write',
  audit: { entity: 'annotation' },
  summary:
    'Writes a note on a day of the time curves of the active client, or of the organization where all clients are shown.',
  status: 201,
  body: typed,
  reply: Annotation,
});

const params = z.strictObject({ annotationId: idOf('annotation') });

export const updateAnnotation = endpoint({
  name: 'annotations.update',
  method: 'PUT',
  path: '/api/annotations/:annotationId',
  needs: 'annotations:write',
  audit: { entity: 'annotation' },
  summary: 'Changes the day and the text of a note.',
  params,
  body: typed,
  reply: Annotation,
});

export const deleteAnnotation = endpoint({
  name: 'annotations.delete',
  method: 'DELETE',
  path: '/api/annotations/:annotationId',
  needs: 'annotations:write',
  audit: { entity: 'annotation' },
  summary: 'Deletes a note.',
  status: 204,
  params,
  reply: NoReply,
});

import { z } from 'zod';
import { AskPeriod, askMetrics, breakdowns } from './ask.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';

/** Cards on one Overview. */
export const mostSavedQuestions = 6;

const question = {
  metric: z.enum(askMetrics),
  /** Null of what is counted as of now. */
  period: AskPeriod.nullable(),
  breakdown: z.enum(breakdowns).nullable(),
};

export const SavedQuestion = z.object({ id: z.uuid(), ...question, clientId: z.uuid().nullable() });
export type SavedQuestion = z.infer<typeof SavedQuestion>;

export const listSavedQuestions = endpoint({
  name: 'questions.list',
  method: 'GET',
  path: '/api/analytics/questions',
  needs: 'questions:read',
  summary:
    'Questions whose answers stand on Overview: of the active client, or those saved where all clients are shown. The oldest first, at most 6.',
  reply: z.object({ items: z.array(SavedQuestion) }),
});

export const saveQuestion = endpoint({
  name: 'questions.save',
  method: 'POST',
  path: '/api/analytics/questions',
  needs: 'questions:write',
  audit: { entity: 'question' },
  summary:
    'Shows the answer to a question on Overview, for everybody who sees the same. One that is saved already stays as it is.',
  status: 201,
  body: z.strictObject({ ...question, clientId: idOf('client').nullable() }),
  reply: SavedQuestion,
});

export const deleteSavedQuestion = endpoint({
  name: 'questions.delete',
  method: 'DELETE',
  path: '/api/analytics/questions/:questionId',
  needs: 'questions:write',
  audit: { entity: 'question' },
  summary: 'Takes the answer to a question off Overview.',
  status: 204,
  params: z.strictObject({ questionId: idOf('question') }),
  reply: NoReply,
});

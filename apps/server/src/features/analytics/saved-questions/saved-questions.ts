import { mostSavedQuestions, type SavedQuestion } from '@waggle/contracts/saved-questions';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseUnanswerable } from '../ask/ask.ts';
import * as queries from './queries.ts';

export const listQuestions = async (ctx: Context): Promise<{ items: SavedQuestion[] }> => ({
  items: await queries.findQuestions(ctx),
});

export async function saveQuestion(ctx: Context, asked: queries.Asked): Promise<SavedQuestion> {
  await refuseUnanswerable(ctx, asked);
  const saved = await queries.insertQuestion(ctx, asked);
  if (saved) return saved;
  const known = (await queries.findQuestions(ctx)).find((one) => isSame(one, asked));
  if (known) return known;
  throw new Problem(
    'quota_reached',
    `Overview has room for ${mostSavedQuestions} saved questions. Remove one, then try again.`,
  );
}

const isSame = (one: SavedQuestion, { metric, period, breakdown, clientId }: queries.Asked): boolean =>
  one.metric === metric && one.period === period && one.breakdown === breakdown && one.clientId === clientId;

export async function deleteQuestion(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteQuestion(ctx, id))) throw notFound();
}

import { queryOptions } from '@tanstack/react-query';
import * as topics from '@waggle/contracts/topics';
import { call } from '#lib/api.ts';
import { type Body, useChange } from '../queries.ts';

const topicKeys = { list: ['topics'] as const };

/** Of the client that is shown; where all are, of the organization itself. */
export const topicsQuery = queryOptions({
  queryKey: topicKeys.list,
  queryFn: ({ signal }) => call(topics.listTopics, {}, signal),
});

/** Campaigns and contacts show their names. */
const shown = [topicKeys.list, ['campaigns'], ['contacts']];

export const useCreateTopic = () =>
  useChange((body: Body<typeof topics.createTopic>) => call(topics.createTopic, { body }), shown);

type TopicChange = { topicId: string } & NonNullable<Body<typeof topics.updateTopic>>;

export const useUpdateTopic = () =>
  useChange(({ topicId, ...body }: TopicChange) => call(topics.updateTopic, { params: { topicId }, body }), shown);

export const useMoveTopic = () =>
  useChange(
    ({ topicId, position }: { topicId: string; position: number }) =>
      call(topics.orderTopics, { params: { topicId }, body: { position } }),
    [topicKeys.list],
  );

export const useDeleteTopic = () =>
  useChange((topicId: string) => call(topics.deleteTopic, { params: { topicId } }), shown);

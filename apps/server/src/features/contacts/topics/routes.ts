import * as contract from '@waggle/contracts/topics';
import { type Mount, serve } from '#platform/http/serve.ts';
import { chooseByHand, listChoices } from './choices.ts';
import { presentTopic } from './present.ts';
import * as topics from './topics.ts';
import type { TopicParts } from './uses.ts';

export function topicRoutes(mount: Mount, parts: TopicParts): void {
  serve(mount, contract.listTopics, async (ctx, { query }) => ({
    items: (await topics.listTopics(ctx, query.owner)).map(presentTopic),
  }));
  serve(mount, contract.createTopic, async (ctx, { body }) => presentTopic(await topics.createTopic(ctx, body)));
  serve(mount, contract.updateTopic, async (ctx, { params, body }) =>
    presentTopic(await topics.updateTopic(ctx, params.topicId, body)),
  );
  serve(mount, contract.orderTopics, async (ctx, { params, body }) => ({
    items: (await topics.moveTopic(ctx, params.topicId, body.position)).map(presentTopic),
  }));
  serve(mount, contract.deleteTopic, (ctx, { params }) => topics.deleteTopic(parts, ctx, params.topicId));
  serve(mount, contract.listContactTopics, async (ctx, { params }) => ({
    items: await listChoices(ctx, params.contactId),
  }));
  serve(mount, contract.chooseContactTopic, (ctx, { params, body }) => chooseByHand(ctx, params, body.optedOut));
}

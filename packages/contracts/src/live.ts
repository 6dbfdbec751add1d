import { endpoint, EventStream } from './endpoint.ts';

/** What an event of the stream can say: things of this kind changed, so whoever shows them asks again. */
export const liveKinds = ['imports', 'batches', 'notifications'] as const;
export type LiveKind = (typeof liveKinds)[number];

export const openEvents = endpoint({
  name: 'dashboard.events',
  method: 'GET',
  path: '/api/events',
  needs: 'signed-in',
  summary: 'Stays open and says which kinds of things changed, as server-sent events.',
  reply: EventStream,
});

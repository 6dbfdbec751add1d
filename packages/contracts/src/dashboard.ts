import { z } from 'zod';
import { endpoint, NoReply } from './endpoint.ts';

/** The first things to do in a new account, in this order; each feature adds its own step here. */
export const startSteps = ['add-client', 'import-contacts', 'set-up-sending', 'create-form', 'send-email'] as const;

/** How a person keeps the start list. */
export const startListViews = ['open', 'collapsed', 'dismissed'] as const;
const view = z.enum(startListViews);

export const readStartList = endpoint({
  name: 'dashboard.start',
  method: 'GET',
  path: '/api/dashboard/start',
  needs: 'dashboard:read',
  summary: 'What a new account still has to do, read from its own rows.',
  reply: z.object({ steps: z.array(z.object({ key: z.enum(startSteps), done: z.boolean() })), view }),
});

export const keepStartList = endpoint({
  name: 'dashboard.keep-start',
  method: 'PUT',
  path: '/api/dashboard/start',
  needs: 'dashboard:read',
  audit: { skip: 'own-view' },
  summary: 'Opens, collapses or dismisses the start list for the signed-in person.',
  status: 204,
  body: z.strictObject({ view }),
  reply: NoReply,
});

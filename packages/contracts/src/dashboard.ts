import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The first things to do in a new account; each feature adds its own step here. */
export const startSteps = ['import-contacts', 'add-client', 'invite-team', 'two-factor'] as const;

export const readStartList = endpoint({
  name: 'dashboard.start',
  method: 'GET',
  path: '/api/dashboard/start',
  needs: 'dashboard:read',
  summary: 'What a new account still has to do, read from its own rows.',
  reply: z.object({ steps: z.array(z.object({ key: z.enum(startSteps), done: z.boolean() })) }),
});

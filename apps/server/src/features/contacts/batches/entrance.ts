import type { Context } from '#platform/context.ts';
import type { LeftOut } from './entry-answer.ts';

/** What lets contacts into automations, by the rules of each. A later feature hands it in. */
export type Entrance = {
  letIn(
    ctx: Context,
    automationId: string,
    contactIds: readonly string[],
  ): Promise<{ entered: string[]; leftOut: LeftOut[] }>;
};

/** What bulk changes need beyond a tenant's rows. */
export type BatchParts = { entrances: Entrance[] };

import type { ActivityLine } from './event-rows.ts';

/** The automation that wrote a line, and how many automations one after the other led to it. */
export type Cause = { automationId: string; depth: number };

/** What a line says of its cause; null for what people and programs did. Automations write both keys into its data. */
export function causeIn(data: ActivityLine['data']): Cause | null {
  const { automationId, depth } = data ?? {};
  return typeof automationId === 'string' && typeof depth === 'number' ? { automationId, depth } : null;
}

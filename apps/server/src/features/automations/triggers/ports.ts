import type { News } from '@waggle/automations/needs';
import type { Trigger } from '@waggle/contracts/automation-document';
import type { Context } from '#platform/context.ts';

/** People whom one trigger of one automation lets in. Who may get in, and who is inside already, is decided where they enter. */
export type Entry = {
  automationId: string;
  contactIds: readonly string[];
  via: Trigger['kind'];
  /** When it happened; now where nothing did. */
  at?: Date;
  /** Of a date: once a year at most. A day of each year is meant to come again, whatever else lets people in once. */
  occasion?: { key: string; year: number; yearly: boolean };
  /** How many automations one after the other led here. */
  depth?: number;
};

/** What triggers ask of the engine, in the transaction of the event. */
export type TriggerPorts = {
  enterPeople: (ctx: Context, entry: Entry) => Promise<unknown>;
  /** Those of them who are inside and rest where one of these is listened to look again. One call too many does no harm. */
  wakePeople: (ctx: Context, contactIds: readonly string[], kinds: readonly News[]) => Promise<unknown>;
};

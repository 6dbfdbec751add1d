import type { readRun } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';

/** Somebody's way through an automation, with all turns. */
export type OneRun = ReplyOf<typeof readRun>;

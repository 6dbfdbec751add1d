import { scheduleChoices } from '@waggle/contracts/organization';
import { Tier } from '@waggle/contracts/plans';
import { z } from 'zod';
import { defineEvent } from '#platform/events/event.ts';

/** The organization's clocks changed: its days, weeks and months begin at another time. */
export const organizationZoneChanged = defineEvent(
  'organization.zone-changed',
  z.object({
    timezone: z.string().max(64),
    /** What was chosen for open schedules; unsaid there were none. */
    schedules: z.enum(scheduleChoices).optional(),
  }),
);

/** Somebody signed in from a device the person had not used before. */
export const accountSignedIn = defineEvent(
  'account.signed-in',
  z.object({ userId: z.guid(), device: z.string().max(200), address: z.string().max(45) }),
);

/** Another plan is in force, bought, ended or changed by the operator. */
export const organizationPlanChanged = defineEvent('organization.plan-changed', z.object({ from: Tier, to: Tier }));

import { type EngagementRow, engagementRows } from '#features/engagement/index.ts';
import { defineRowEvent } from '#platform/events/event.ts';
import { z } from 'zod';

const scanned = z.object({
  codeId: z.guid(),
  clientId: z.guid().nullable(),
  /** The first scan of its visitor on that day. */
  isFirst: z.boolean(),
  device: z.string(),
  country: z.string().nullable(),
});

/** By a person, who is a stranger: nobody knows which contact it was. */
export const codeScanned = defineRowEvent<z.output<typeof scanned>, EngagementRow>('code.scanned', scanned, {
  source: engagementRows,
  kinds: ['scanned'],
  read: (_, rows) =>
    rows.map(({ subjectId: codeId, clientId, isHuman, isFirst, device, country }) =>
      isHuman ? { codeId, clientId, isFirst, device, country } : null,
    ),
});

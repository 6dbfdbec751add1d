import { z } from 'zod';
import { line } from './fields.ts';

export const pageSizes = [25, 50, 100] as const;

/** The question every list call understands: a cursor instead of a page number, so page N costs what page 1 costs. */
export const listQuery = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.strictObject({
    // Holds the sort value of a row: 200 letters of three bytes each are 800 characters in base64.
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    search: line(200).optional(),
    sort: z.enum(sorts).default(sorts[0] as Sort[number]),
  });

export const listReply = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int() });

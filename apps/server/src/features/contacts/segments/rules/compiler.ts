import type { Context } from '#platform/context.ts';

export type FieldDefinition = { key: string; type: string; client_id: string | null };

/** What a rule is compiled with. */
export type Compiler = {
  ctx: Context;
  fields: FieldDefinition[];
  /** The contacts that are asked about, where they are few: nobody else's past is read. Null is everybody. */
  among?: readonly string[] | null;
};

import { FormDefinition } from '@waggle/contracts/form-definition';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { keepFresh, takeAll, takeChanges } from '../replica/keep-fresh.ts';
import { createReplica } from '../replica/replica.ts';
import { openFormCopy } from './copy.ts';
import { findForms, type FormRow, formsAfter, formsChangedAfter } from './queries.ts';

export type PublishedForm = {
  id: string;
  organizationId: string;
  clientId: string | null;
  version: number;
  definition: FormDefinition;
  /** What people may still have open. `until` in milliseconds since 1970. */
  previous: { version: number; definition: FormDefinition; until: number } | null;
  isActive: boolean;
};

/** The version that somebody filled in. */
export type AskedVersion = Pick<PublishedForm, 'id' | 'version' | 'definition'>;

export type PublishedForms = {
  find(formId: string): Promise<PublishedForm | 'unknown' | 'unavailable'>;
  /** From memory or from the copy on disk. */
  known(formId: string): PublishedForm | undefined;
  close(): Promise<void>;
};

const overlapMinutes = 2;
const walkMs = 3_600_000;
/** The id before all others: PostgreSQL takes no empty text for one. */
const firstId = '00000000-0000-0000-0000-000000000000';
const keyOf = ({ formId }: FormRow) => formId;

/** Kept like the targets of QR codes (ADR 9): a copy on disk that announcements, polls and walks keep equal to the database. */
export function openPublishedForms(config: Config, database: Database, log: Log): PublishedForms {
  const copy = openFormCopy(config.EDGE_DATA, log);
  const replica = createReplica<FormRow, string, PublishedForm>({
    table: copy.table,
    nameOf: (formId) => formId,
    keyOf,
    valueOf,
    fetch: (formIds) => findForms(database, formIds),
    // A form is kilobytes, where a target is a line.
    kept: 2_000,
  });
  const fresh = keepFresh(
    { database, config, log },
    {
      about: 'the forms',
      overlapMinutes,
      walkMs,
      poll: (changedAt) =>
        takeChanges(replica, { changedAt, formId: firstId }, (after, limit) =>
          formsChangedAfter(database, after, limit),
        ),
      walk: () =>
        takeAll(replica, (formId, limit) => formsAfter(database, formId, limit), {
          keyOf,
          keysBetween: copy.keysBetween,
        }),
      announced: { channel: 'form_changed', receive: (formId) => void replica.refetch(formId).catch(() => {}) },
    },
  );

  return {
    known: replica.find,
    find: async (formId) => replica.find(formId) ?? replica.ask(formId),
    async close() {
      const closed = replica.close();
      await fresh.close();
      await closed;
      copy.close();
    },
  };
}

/** Parsed once more: rules may have become stricter since it was stored. */
const valueOf = (row: FormRow): PublishedForm => ({
  id: row.formId,
  organizationId: row.organizationId,
  clientId: row.clientId,
  version: row.version,
  definition: FormDefinition.parse(JSON.parse(row.definition)),
  previous:
    row.previous === null
      ? null
      : {
          version: row.previousVersion!,
          definition: FormDefinition.parse(JSON.parse(row.previous)),
          until: row.previousUntil!,
        },
  isActive: row.isActive,
});

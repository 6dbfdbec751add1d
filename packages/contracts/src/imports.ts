import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { FieldType } from './contact-fields.ts';
import { FieldKey } from './contact-rules.ts';
import { statedConsents } from './contact-words.ts';
import { endpoint, FileReply, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

/** Bytes of a file, and of one piece of it: a piece arrives well within the 30 s a request may take. */
export const importLimits = { fileBytes: 200 * 1024 * 1024, partBytes: 4 * 1024 * 1024, columns: 200 } as const;
/** What one organization may have uploaded and not finished: imports, and their bytes together. */
export const importQuota = { open: 10, openBytes: 600 * 1024 * 1024 } as const;
/** Days in which an import can be taken back. */
export const importUndoDays = 30;

export const importKinds = ['contacts', 'suppressions'] as const;
export const importTargets = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'phone',
  'company',
  'timeZone',
  'tags',
  'source',
  'createdAt',
  'custom',
  'skip',
] as const;

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis'] as const;
export const delimiters = [',', ';', '\t', '|'] as const;

export const ColumnPlan = z.strictObject({
  to: z.enum(importTargets),
  /** Key of the custom field, where `to` is custom. */
  key: FieldKey.optional(),
});
export type ColumnPlan = z.infer<typeof ColumnPlan>;

export const ImportPlan = z
  .strictObject({
    /** One for each column of the file, in its order. */
    columns: z.array(ColumnPlan).max(importLimits.columns),
    existing: z.enum(['keep', 'update']).default('keep'),
    status: z.enum(['active', 'lead']).default('active'),
    /** Tags for everybody in the file. */
    tagIds: z.array(idOf('tag')).max(20).default([]),
    /** Whether the people of the file agreed to get email; without it the basis decides. */
    consent: z.enum(statedConsents).optional(),
    /** How these people agreed to be written to; kept as the proof of consent for everybody in the file. */
    basis: line(200).default(''),
    /** Addresses corrected in the review, by number of the row. */
    fixes: z
      .array(z.strictObject({ row: z.int().min(1), email: line(254) }))
      .max(500)
      .default([]),
  })
  .refine(({ consent, basis }) => consent === undefined || (consent === 'granted') === (basis !== ''), {
    message: 'Tell us how they agreed',
    path: ['basis'],
  })
  .refine(({ columns }) => columns.every(({ to, key }) => (to === 'custom') === (key !== undefined)), {
    message: 'Choose a field',
    path: ['columns'],
  })
  .refine(({ columns }) => columns.filter(({ to }) => to === 'email').length === 1, {
    message: 'CSV must contain an "email" column',
    path: ['columns'],
  });
export type ImportPlan = z.output<typeof ImportPlan>;

/** Every row of the file is in exactly one of these. */
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** The address stood in the file before, or is known and existing contacts are kept. */
  duplicate: z.number().int(),
  invalid: z.number().int(),
  /** Opted out: neither added nor changed. */
  blocked: z.number().int(),
  /** The plan is full; these rows wait in the error file. */
  overLimit: z.number().int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportError = z.object({
  row: z.number().int(),
  kind: z.enum(['invalid', 'blocked', 'limit']),
  email: z.string().nullable(),
  /** Who the row is about, as it stands in the file; null where no column is a name. */
  name: z.string().nullable(),
  message: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

export const importStates = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;

export const Import = z.object({
  id: z.uuid(),
  kind: z.enum(importKinds),
  name: z.string(),
  state: z.enum(importStates),
  bytes: z.number().int(),
  encoding: z.enum(encodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  /** Headers with the first values under them, and what we think each is. */
  columns: z
    .array(
      z.object({
        header: z.string(),
        samples: z.array(z.string()),
        guess: ColumnPlan,
        /** What a new field for the column would be; files opened by an older version have none. */
        type: FieldType.optional(),
      }),
    )
    .nullable(),
  plan: z.custom<ImportPlan>().nullable(),
  /** Rows below the header; known once the file was read to its end. */
  rows: z.number().int().nullable(),
  /** Rows worked through, of the check or of the import, whichever runs. */
  position: z.number().int(),
  checked: ImportCounts.nullable(),
  counts: ImportCounts.nullable(),
  /** The first ten rows that were refused, and how many more there are. */
  errors: z.array(ImportError),
  moreErrors: z.number().int(),
  failure: z.string().nullable(),
  undone: z.object({ removed: z.number().int(), restored: z.number().int(), kept: z.number().int() }).nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  undoUntil: Instant.nullable(),
  clientId: z.uuid().nullable(),
  /** Null once the person has left. */
  createdBy: z.string().nullable(),
  /** Tags the dry run found that are not there yet, those of most people first, and how many more there are. */
  newTags: z.array(z.object({ name: z.string(), contacts: z.number().int() })),
  moreNewTags: z.number().int(),
});
export type Import = z.infer<typeof Import>;

const importPath = z.strictObject({ importId: idOf('import') });

export const listImports = endpoint({
  name: 'imports.list',
  method: 'GET',
  path: '/api/imports',
  needs: 'contacts:write',
  summary: 'Imports, newest first.',
  query: listQuery(['-createdAt', 'createdAt']),
  reply: listReply(Import),
});

export const createImport = endpoint({
  name: 'imports.create',
  method: 'POST',
  path: '/api/imports',
  needs: 'contacts:write',
  audit: { entity: 'import' },
  summary:
    'Begins an import; the file follows in pieces. While all clients are shown it says for whom: a client, or null for the organization itself.',
  status: 201,
  body: z.strictObject({
    kind: z.enum(importKinds).default('contacts'),
    name: line(200)
      .min(1, 'Please select a CSV file.')
      .regex(/\.csv$/i, 'Please select a CSV file.'),
    bytes: z
      .int()
      .min(1, 'CSV file is empty')
      .max(importLimits.fileBytes, 'This file is larger than 200 MB. Split it into smaller files.'),
    clientId: ClientOfNew,
  }),
  reply: Import,
});

export const uploadImportPart = endpoint({
  name: 'imports.upload',
  method: 'PUT',
  path: '/api/imports/:importId/parts/:part',
  needs: 'contacts:write',
  audit: { skip: 'recorded-later' },
  summary: 'One piece of the file, 4 MiB but for the last; the same piece again replaces the first.',
  status: 204,
  params: importPath.extend({ part: z.coerce.number().int().min(0).max(49) }),
  upload: true,
  limits: { bodyBytes: importLimits.partBytes },
  reply: NoReply,
});

export const readImportFile = endpoint({
  name: 'imports.open',
  method: 'POST',
  path: '/api/imports/:importId/open',
  needs: 'contacts:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Looks at the uploaded file: encoding, delimiter, columns and what they probably are. Either may be set by hand.',
  params: importPath,
  body: z.strictObject({ encoding: z.enum(encodings).optional(), delimiter: z.enum(delimiters).optional() }),
  reply: Import,
});

export const checkImport = endpoint({
  name: 'imports.check',
  method: 'POST',
  path: '/api/imports/:importId/check',
  needs: 'contacts:write',
  audit: { skip: 'recorded-later' },
  summary: 'A dry run over the whole file: what would become of every row. Nothing is written.',
  params: importPath,
  body: ImportPlan,
  limits: { bodyBytes: 131_072 },
  reply: Import,
});

export const startImport = endpoint({
  name: 'imports.start',
  method: 'POST',
  path: '/api/imports/:importId/start',
  needs: 'contacts:write',
  audit: { entity: 'import', affected: 'rows' },
  summary: 'Imports the file as it was checked, in the background.',
  params: importPath,
  reply: Import,
});

export const readImport = endpoint({
  name: 'imports.read',
  method: 'GET',
  path: '/api/imports/:importId',
  needs: 'contacts:write',
  summary: 'How far an import has come and what it did.',
  params: importPath,
  reply: Import,
});

export const cancelImport = endpoint({
  name: 'imports.cancel',
  method: 'POST',
  path: '/api/imports/:importId/cancel',
  needs: 'contacts:write',
  audit: { entity: 'import' },
  summary: 'Stops an import. What it has done so far stays and can be undone.',
  params: importPath,
  reply: Import,
});

export const downloadImportErrors = endpoint({
  name: 'imports.errors',
  method: 'GET',
  path: '/api/imports/:importId/errors',
  needs: 'contacts:export',
  audit: { entity: 'import', after: true },
  summary: 'The rows that were not imported as CSV, as they stood in the file, each with its reason.',
  params: importPath,
  reply: FileReply,
});

export const undoImport = endpoint({
  name: 'imports.undo',
  method: 'POST',
  path: '/api/imports/:importId/undo',
  needs: 'contacts:write',
  audit: { entity: 'import' },
  summary:
    'Takes an import back within 30 days: what it added goes, what it changed returns, except what was edited since.',
  params: importPath,
  reply: Import,
});

export const listKept = endpoint({
  name: 'imports.kept',
  method: 'GET',
  path: '/api/imports/:importId/kept',
  needs: 'contacts:read',
  summary: 'Contacts an undo left as they were, because somebody had changed them since.',
  params: importPath,
  query: listQuery(['email']),
  reply: listReply(z.object({ contactId: z.uuid(), email: z.string() })),
});

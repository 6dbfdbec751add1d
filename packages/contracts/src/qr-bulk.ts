import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, FileReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { imageFormats, qrName, qrSize, qrTarget } from './qr-codes.ts';
import { QrDesign } from './qr-design.ts';
import { QrCodeIds, QrLabels } from './qr-labels.ts';

export const papers = ['a4', 'letter'] as const;
/** More would print codes of less than 2 cm. */
export const sheetLimits = { columns: 6, rows: 10 } as const;

export const printQrSheet = endpoint({
  name: 'qr-codes.sheet',
  method: 'POST',
  path: '/api/qr-codes/sheet',
  needs: 'links:write',
  audit: { skip: 'reads' },
  summary: 'A PDF of codes in columns and rows, to print and cut, each with its name or its short code below.',
  body: z.strictObject({
    qrCodeIds: QrCodeIds,
    paper: z.enum(papers).default('a4'),
    columns: z.number().int().min(1).max(sheetLimits.columns).default(3),
    rows: z.number().int().min(1).max(sheetLimits.rows).default(4),
    names: z.boolean().default(true),
  }),
  reply: FileReply,
  limits: { cost: 'elsewhere', rate: { points: 60, seconds: 3_600, per: 'user' } },
});

export const downloadQrPictures = endpoint({
  name: 'qr-codes.pictures',
  method: 'POST',
  path: '/api/qr-codes/pictures',
  needs: 'links:write',
  audit: { skip: 'reads' },
  summary: 'A ZIP with the picture of each code, named as the code is.',
  body: z.strictObject({
    qrCodeIds: QrCodeIds,
    format: z.enum(imageFormats).default('png'),
    size: z.number().min(qrSize.min).max(qrSize.max).multipleOf(qrSize.step).default(qrSize.max),
  }),
  reply: FileReply,
  limits: { cost: 'elsewhere', rate: { points: 60, seconds: 3_600, per: 'user' } },
});

/** Codes made from one file. */
export const mostQrRows = 500;
export const maxQrFileBytes = 1_048_576;

export const QrRow = z.strictObject({ name: qrName, targetUrl: qrTarget, labels: QrLabels.default([]) });

export const checkQrFile = endpoint({
  name: 'qr-codes.check-file',
  method: 'POST',
  path: '/api/qr-codes/bulk/check',
  needs: 'links:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Reads a CSV file with a name, a target URL and perhaps labels in each row, and says what is wrong in which row.',
  upload: true,
  reply: z.object({
    rows: z.array(
      z.object({
        /** As a spreadsheet counts: the header is row 1. */
        row: z.number().int(),
        name: z.string(),
        targetUrl: z.string(),
        labels: z.array(z.string()),
        /** What is wrong with it; null where nothing is. */
        error: z.string().nullable(),
      }),
    ),
  }),
  limits: { cost: 'elsewhere', bodyBytes: maxQrFileBytes, rate: { points: 60, seconds: 3_600, per: 'user' } },
});

export const createQrCodes = endpoint({
  name: 'qr-codes.create-many',
  method: 'POST',
  path: '/api/qr-codes/bulk',
  needs: 'links:write',
  audit: { entity: 'qr-code', affected: 'codes', after: true },
  summary:
    'Makes a QR code of each row, all or none. The same rows sent again answer what they made; with the time of that answer as `again` they are made once more.',
  status: 201,
  body: z.strictObject({
    rows: z.array(QrRow).min(1).max(mostQrRows),
    design: QrDesign.optional(),
    clientId: ClientOfNew,
    again: Instant.optional(),
  }),
  reply: z.object({
    codes: z.number().int(),
    qrCodeIds: z.array(z.uuid()),
    /** False when these rows had been made into codes before. */
    isNew: z.boolean(),
    createdAt: Instant,
  }),
  limits: { cost: 'elsewhere', bodyBytes: 2_097_152, rate: { points: 60, seconds: 3_600, per: 'user' } },
});

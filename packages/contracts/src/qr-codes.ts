import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, FileReply, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';
import { Readability, QrDesign } from './qr-design.ts';
import { QrLabel, QrLabels } from './qr-labels.ts';
import { webAddress } from './web-address.ts';

export const QrCode = z.object({
  id: z.uuid(),
  name: z.string(),
  shortCode: z.string(),
  /** What the image says: {origin}/qr/{shortCode}. */
  shortUrl: z.string(),
  targetUrl: z.string(),
  /** Its image on our own server, as it is designed now. */
  qrCodeImageUrl: z.string(),
  isActive: z.boolean(),
  /** Scans by people. */
  scans: z.number().int(),
  lastScanAt: Instant.nullable(),
  /** Scans by people on each of the last 30 days, oldest first, in the organization's time zone. */
  trend: z.array(z.number().int()),
  /** In the order of the alphabet. */
  labels: z.array(z.string()),
  /** The form it leads to; null for an address, and once the form is deleted. */
  formId: z.uuid().nullable(),
  clientId: z.uuid().nullable(),
  design: QrDesign,
  createdAt: Instant,
  updatedAt: Instant,
});
export type QrCode = z.infer<typeof QrCode>;

export const qrName = line(120, 'QR code name is required').min(1, 'QR code name is required');
export const qrTarget = webAddress('Target URL is required', 'Enter a valid URL');
const codePath = z.strictObject({ qrCodeId: idOf('qr-code') });

export const listQrCodes = endpoint({
  name: 'qr-codes.list',
  method: 'GET',
  path: '/api/qr-codes',
  needs: 'links:read',
  summary: 'QR codes; the search looks at name, target URL and short code.',
  query: listQuery(['-createdAt', 'createdAt', 'name', '-name', '-scans', 'scans']).extend({
    active: z.stringbool().optional(),
    label: QrLabel.optional(),
    formId: idOf('form').optional(),
  }),
  reply: listReply(QrCode),
});

export const createQrCode = endpoint({
  name: 'qr-codes.create',
  method: 'POST',
  path: '/api/qr-codes',
  needs: 'links:write',
  audit: { entity: 'qr-code', after: true },
  summary:
    'Makes a QR code with a short link that counts its scans. It leads to `targetUrl`, or to the form `formId`, whose client it then belongs to. While all clients are shown it says whose: a client, or null for the organization itself.',
  status: 201,
  body: z.strictObject({
    name: qrName,
    /** Needed unless it leads to a form. */
    targetUrl: qrTarget.optional(),
    formId: idOf('form').optional(),
    design: QrDesign.optional(),
    labels: QrLabels.optional(),
    clientId: ClientOfNew,
  }),
  reply: QrCode,
  limits: { cost: 'elsewhere' },
});

export const readQrCode = endpoint({
  name: 'qr-codes.read',
  method: 'GET',
  path: '/api/qr-codes/:qrCodeId',
  needs: 'links:read',
  summary: 'One QR code.',
  params: codePath,
  reply: QrCode,
});

export const updateQrCode = endpoint({
  name: 'qr-codes.update',
  method: 'PUT',
  path: '/api/qr-codes/:qrCodeId',
  needs: 'links:write',
  audit: { entity: 'qr-code', after: true },
  summary:
    'Renames, points elsewhere (to an address, or to the form `formId`), redesigns, labels, activates or deactivates. The printed code stays the same.',
  params: codePath,
  body: z.strictObject({
    name: qrName.optional(),
    targetUrl: qrTarget.optional(),
    formId: idOf('form').optional(),
    isActive: z.boolean().optional(),
    design: QrDesign.optional(),
    labels: QrLabels.optional(),
  }),
  reply: QrCode,
  limits: { cost: 'elsewhere' },
});

export const deleteQrCode = endpoint({
  name: 'qr-codes.delete',
  method: 'DELETE',
  path: '/api/qr-codes/:qrCodeId',
  needs: 'links:write',
  audit: { entity: 'qr-code' },
  summary: 'Deletes a QR code with its figures. Its short code is never given to another.',
  status: 204,
  params: codePath,
  reply: NoReply,
});

export const imageFormats = ['png', 'svg', 'pdf'] as const;
export const qrSize = { min: 100, max: 500, step: 50, default: 200 } as const;

export const downloadQrImage = endpoint({
  name: 'qr-codes.image',
  method: 'GET',
  path: '/api/qr-codes/:qrCodeId/image',
  needs: 'links:read',
  audit: { skip: 'reads' },
  summary: 'The code as a picture of 100 to 500 pixels in steps of 50; any other size gives one of 200.',
  params: codePath,
  query: z.strictObject({
    format: z.enum(imageFormats).default('png'),
    size: z.coerce
      .number()
      .min(qrSize.min)
      .max(qrSize.max)
      .multipleOf(qrSize.step)
      .default(qrSize.default)
      .catch(qrSize.default),
    /** Says nothing: a page shows a changed picture only under a new address. */
    version: z.string().max(40).optional(),
  }),
  reply: FileReply,
  limits: { cost: 'elsewhere' },
});

export const previewQrDesign = endpoint({
  name: 'qr-codes.preview',
  method: 'POST',
  path: '/api/qr-codes/preview',
  needs: 'links:write',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary: 'Draws a design and reads the drawing back: what it looks like, and whether a phone will read it.',
  body: z.strictObject({ design: QrDesign, qrCodeId: idOf('qr-code').optional() }),
  reply: z.object({ svg: z.string(), readability: Readability }),
  limits: { cost: 'elsewhere', rate: { points: 240, seconds: 60, per: 'user' } },
});

/** Bytes of a picture before it is made small; kept as a PNG of at most 256 by 256. */
export const maxLogoBytes = 1_048_576;

export const uploadQrLogo = endpoint({
  name: 'qr-codes.upload-logo',
  method: 'POST',
  path: '/api/qr-codes/logos',
  needs: 'links:write',
  audit: { skip: 'recorded-later' },
  summary: 'Takes a picture (PNG, JPEG or WebP) for the middle of a code.',
  status: 201,
  upload: true,
  reply: z.object({ id: z.uuid() }),
  limits: { cost: 'elsewhere', bodyBytes: maxLogoBytes, rate: { points: 60, seconds: 3_600, per: 'user' } },
});

export const listQrTargets = endpoint({
  name: 'qr-codes.targets',
  method: 'GET',
  path: '/api/qr-codes/:qrCodeId/targets',
  needs: 'links:read',
  summary: 'Where the code has led, newest first, at most 100.',
  params: codePath,
  reply: z.object({
    items: z.array(z.object({ targetUrl: z.string(), since: Instant, changedBy: z.string().nullable() })),
  }),
});

export const statPeriods = ['7d', '30d', '90d', 'all'] as const;
export const devices = ['phone', 'tablet', 'desktop', 'other'] as const;

export const readQrStats = endpoint({
  name: 'qr-codes.stats',
  method: 'GET',
  path: '/api/qr-codes/:qrCodeId/stats',
  needs: 'links:figures',
  summary: 'Scans over time, by hour and weekday, device and country, in the time zone of the organization.',
  params: codePath,
  query: z.strictObject({ period: z.enum(statPeriods).default('30d') }),
  reply: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string(),
    /** By people. A visitor is new once a day: nobody is recognised the day after. */
    scans: z.number().int(),
    newVisitors: z.number().int(),
    /** Left out of every other figure. */
    machine: z.number().int(),
    unsure: z.number().int(),
    /** Scans of as many days before; null for all time. */
    previousScans: z.number().int().nullable(),
    lastScanAt: Instant.nullable(),
    days: z.array(z.object({ on: z.iso.date(), scans: z.number().int(), newVisitors: z.number().int() })),
    /** The last 24 hours while all scans of the code are within them, each with the instant it began; null otherwise. */
    hours: z.array(z.object({ at: Instant, scans: z.number().int(), newVisitors: z.number().int() })).nullable(),
    /** Scans of each weekday (Monday first) by hour. */
    week: z.array(z.array(z.number().int()).length(24)).length(7),
    devices: z.array(z.object({ device: z.enum(devices), scans: z.number().int() })),
    /** Two-letter codes, most first; empty where the operator has no location database. */
    countries: z.array(z.object({ country: z.string(), scans: z.number().int() })),
    /** Whether this installation looks countries up at all. */
    locates: z.boolean(),
  }),
  limits: { cost: 'long-question' },
});

import { z } from 'zod';
import { endpoint, idOf } from './endpoint.ts';
import { line } from './fields.ts';

export const QrLabel = line(40, 'Enter a label').min(1, 'Enter a label');
/** Of one code. */
export const mostLabels = 10;
export const QrLabels = z.array(QrLabel).max(mostLabels, 'A QR code can have up to 10 labels');

/** Codes named one by one in a call about many. */
export const mostCodesNamed = 500;
export const QrCodeIds = z.array(idOf('qr-code')).min(1).max(mostCodesNamed);

export const listQrLabels = endpoint({
  name: 'qr-labels.list',
  method: 'GET',
  path: '/api/qr-labels',
  needs: 'links:read',
  summary: 'The labels that codes have, by name, and how many codes have each; at most 500.',
  reply: z.object({ items: z.array(z.object({ name: z.string(), codes: z.number().int() })) }),
});

export const changeQrLabel = endpoint({
  name: 'qr-labels.change',
  method: 'PUT',
  path: '/api/qr-labels',
  needs: 'links:write',
  audit: { entity: 'qr-code', affected: 'codes' },
  summary:
    'Renames a label on every code that has it; null takes it off them. A label that exists already is merged with.',
  body: z.strictObject({ name: QrLabel, to: QrLabel.nullable() }),
  reply: z.object({ codes: z.number().int() }),
});

export const labelQrCodes = endpoint({
  name: 'qr-labels.assign',
  method: 'POST',
  path: '/api/qr-labels/assign',
  needs: 'links:write',
  audit: { entity: 'qr-code', affected: 'codes' },
  summary: 'Adds a label to many codes, or takes it off them. Answers how many changed.',
  body: z.strictObject({ qrCodeIds: QrCodeIds, label: QrLabel, on: z.boolean() }),
  reply: z.object({ codes: z.number().int() }),
});

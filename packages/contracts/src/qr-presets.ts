import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { QrDesign } from './qr-design.ts';

export const QrPreset = z.object({
  id: z.uuid(),
  name: z.string(),
  design: QrDesign,
  clientId: z.uuid().nullable(),
  createdAt: Instant,
});
export type QrPreset = z.infer<typeof QrPreset>;

export const PresetName = line(60, 'Enter a name').min(1, 'Enter a name');

export const listQrPresets = endpoint({
  name: 'qr-presets.list',
  method: 'GET',
  path: '/api/qr-presets',
  needs: 'links:read',
  summary: 'Designs kept under a name: those of the active client and of the organization itself, by name.',
  reply: z.object({ items: z.array(QrPreset) }),
});

export const createQrPreset = endpoint({
  name: 'qr-presets.create',
  method: 'POST',
  path: '/api/qr-presets',
  needs: 'links:write',
  audit: { entity: 'qr-preset', after: true },
  summary: 'Keeps a design under a name. Without a client it is for the whole organization.',
  status: 201,
  body: z.strictObject({ name: PresetName, design: QrDesign, clientId: ClientOfNew }),
  reply: QrPreset,
  limits: { cost: 'elsewhere' },
});

export const deleteQrPreset = endpoint({
  name: 'qr-presets.delete',
  method: 'DELETE',
  path: '/api/qr-presets/:presetId',
  needs: 'links:write',
  audit: { entity: 'qr-preset' },
  summary: 'Deletes a kept design. Codes drawn with it stay as they are.',
  status: 204,
  params: z.strictObject({ presetId: idOf('qr-preset') }),
  reply: NoReply,
});

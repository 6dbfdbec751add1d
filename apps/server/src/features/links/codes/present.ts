import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { listQrTargets, QrCode } from '@waggle/contracts/qr-codes';
import type { Links } from '../short-url.ts';
import type { CodeWithTrend } from './codes.ts';
import { designOf, type TargetRow } from './queries.ts';

export const presentCode = (links: Links, row: CodeWithTrend): QrCode => ({
  id: row.id,
  name: row.name,
  shortCode: row.short_code,
  shortUrl: links.shortUrl(row.short_code, row.client_id),
  targetUrl: row.target_url,
  qrCodeImageUrl: `${links.publicUrl}/api/qr-codes/${row.id}/image`,
  isActive: row.is_active,
  scans: Number(row.scans),
  lastScanAt: row.last_scan_at?.toISOString() ?? null,
  trend: row.trend,
  labels: row.labels,
  formId: row.form_id,
  clientId: row.client_id,
  design: designOf(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentTarget = (row: TargetRow): ReplyOf<typeof listQrTargets>['items'][number] => ({
  targetUrl: row.target_url,
  since: row.since.toISOString(),
  changedBy: row.changed_by_name,
});

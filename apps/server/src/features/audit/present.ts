import type { AuditEntry } from '@waggle/contracts/audit';
import { deviceName } from '#features/accounts/index.ts';
import type { EntryRow } from './queries.ts';

export const presentEntry = (row: EntryRow, contactNames: ReadonlyMap<string, string>): AuditEntry => ({
  id: row.id,
  happenedAt: row.happened_at.toISOString(),
  actor: {
    kind: row.actor_kind as AuditEntry['actor']['kind'],
    id: row.actor_id,
    // Whoever removed their own account had no row any more when this one was written.
    name: row.actor_name ?? (row.actor_id !== null && row.actor_id === row.entity_id ? row.entity_label : null),
    email: row.actor_email,
  },
  action: row.action,
  entity: {
    type: row.entity_type,
    id: row.entity_id,
    label: row.entity_label ?? contactNames.get(row.entity_id ?? '') ?? null,
  },
  outcome: row.outcome as AuditEntry['outcome'],
  reason: row.reason,
  affected: row.affected === null ? null : Number(row.affected),
  changes: row.changes as AuditEntry['changes'],
  ipAddress: row.ip_address,
  device: row.user_agent ? deviceName(row.user_agent) : null,
  clientId: row.client_id,
  clientName: row.client_name,
});

export const csvHeader = [
  'Time (UTC)',
  'Person',
  'Email',
  'Acted as',
  'Action',
  'Outcome',
  'Reason',
  'Type',
  'Name',
  'Id',
  'Count',
  'Changes',
  'Client',
  'IP address',
  'Device',
];

export const presentCells = (entry: AuditEntry): string[] => [
  entry.happenedAt,
  entry.actor.name ?? '',
  entry.actor.email ?? '',
  entry.actor.kind,
  entry.action,
  entry.outcome,
  entry.reason ?? '',
  entry.entity.type,
  entry.entity.label ?? '',
  entry.entity.id ?? '',
  entry.affected === null ? '' : String(entry.affected),
  entry.changes.map(changeText).join('; '),
  entry.clientName ?? '',
  entry.ipAddress ?? '',
  entry.device ?? '',
];

const changeText = ({ field, from, to }: AuditEntry['changes'][number]): string =>
  from === undefined && to === undefined ? field : `${field}: ${valueText(from)} -> ${valueText(to)}`;

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

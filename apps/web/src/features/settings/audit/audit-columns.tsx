import type { AuditEntry } from '@waggle/contracts/audit';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { outcomeTones } from './audit-details.tsx';
import { ActorMark, affectedOf, AuditSentence } from './audit-sentence.tsx';

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('audit');
  return useMemo(
    () => [
      { id: 'event', header: t('columns.event'), primary: true, cell: (entry) => <EventCell entry={entry} /> },
      {
        id: 'happenedAt',
        header: t('columns.happenedAt'),
        sortable: true,
        width: '9rem',
        cell: (entry) => <Time at={entry.happenedAt} />,
      },
    ],
    [t],
  );
}

export function useAuditPhoneRow(): (entry: AuditEntry) => PhoneRow {
  return useCallback(
    (entry) => ({
      leading: <ActorMark entry={entry} />,
      title: (
        <span className="line-clamp-3 text-sm font-normal whitespace-normal text-muted">
          <AuditSentence entry={entry} />
        </span>
      ),
      subtitle: <Quiet entry={entry} />,
      aside: <Time at={entry.happenedAt} />,
      asideBelow: <Outcome entry={entry} />,
    }),
    [],
  );
}

function EventCell({ entry }: { entry: AuditEntry }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <ActorMark entry={entry} />
      <span className="min-w-0 flex-1 font-normal">
        <span className="block text-sm leading-5 whitespace-normal text-muted">
          <AuditSentence entry={entry} />
        </span>
        <span className="block truncate text-xs text-subtle">
          <Quiet entry={entry} />
        </span>
      </span>
      <Outcome entry={entry} />
    </span>
  );
}

function Outcome({ entry: { outcome } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  return outcome === 'succeeded' ? null : <Badge tone={outcomeTones[outcome]}>{t(`outcomes.${outcome}`)}</Badge>;
}

/** Where from, and how many; what is not known is left out. */
function Quiet({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const count = entry.affected === null ? null : t(affectedOf(entry), { count: entry.affected });
  return [count, entry.clientName, entry.device, entry.ipAddress].filter(Boolean).join(' · ');
}

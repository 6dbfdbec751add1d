import type { AuditEntry } from '@waggle/contracts/audit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { affectedOf, AuditSentence, useActorName } from './audit-sentence.tsx';
import { AuditChanges } from './audit-changes.tsx';

export const outcomeTones = { succeeded: 'success', refused: 'warning', failed: 'danger' } as const;

type Walk = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined };

/** Everything the log knows of one row. */
export function AuditDetails({ entry, walk, onClose }: { entry: AuditEntry; walk: Walk; onClose: () => void }) {
  const { t } = useTranslation('audit');
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('details.title')}
      hideTitle
      walk={{ position: null, ...walk }}
    >
      <div className="flex flex-col gap-6">
        <p className="text-base leading-6 text-muted">
          <AuditSentence entry={entry} />
        </p>
        <Facts entry={entry} />
        {entry.changes.length > 0 && <AuditChanges entry={entry} />}
      </div>
    </Sheet>
  );
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { actor, entity, affected } = entry;
  const person = [actor.name, actor.email].filter(Boolean).join(', ');
  return (
    <dl className="flex flex-col gap-2.5">
      <Fact label={t('details.when')}>{format.fullDate(entry.happenedAt)}</Fact>
      <Fact label={t('details.outcome')}>
        <Badge tone={outcomeTones[entry.outcome]}>{t(`outcomes.${entry.outcome}`)}</Badge>
      </Fact>
      <Fact label={t('details.person')}>{actor.kind === 'user' ? person : <ActorName entry={entry} />}</Fact>
      {actor.kind === 'system' && person && <Fact label={t('details.scheduledBy')}>{person}</Fact>}
      {entity.label && <Fact label={t('details.name')}>{entity.label}</Fact>}
      {affected !== null && <Fact label={t('details.affected')}>{t(affectedOf(entry), { count: affected })}</Fact>}
      {entry.clientName && <Fact label={t('details.client')}>{entry.clientName}</Fact>}
      {entry.device && <Fact label={t('details.device')}>{entry.device}</Fact>}
      {entry.ipAddress && <Fact label={t('details.address')}>{entry.ipAddress}</Fact>}
      <Fact label={t('details.action')}>
        <code className="font-mono text-xs break-all">{entry.action}</code>
      </Fact>
      {entity.id && (
        <Fact label={t('details.id')}>
          <code className="font-mono text-xs break-all">{entity.id}</code>
        </Fact>
      )}
    </dl>
  );
}

const ActorName = ({ entry }: { entry: AuditEntry }) => useActorName(entry);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-3 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

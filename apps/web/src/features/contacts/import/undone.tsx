import { useQuery } from '@tanstack/react-query';
import type { Import } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useCounted } from './counted.ts';
import { Figures } from './figures.tsx';
import { keptQuery } from './queries.ts';
import { StepFrame } from './step-frame.tsx';

/** What an undo took back, and whom it left alone. */
export function Undone({ found, onClose }: { found: Import; onClose: () => void }) {
  const { t } = useTranslation('contacts-import');
  const { removed, restored, kept } = found.undone ?? { removed: 0, restored: 0, kept: 0 };
  return (
    <StepFrame
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-5 pt-5">
        <h3 className="text-md font-semibold text-ink">{t('undo.done')}</h3>
        <Figures
          figures={[
            { label: t('undo.removed'), value: removed },
            { label: t('undo.restored'), value: restored },
            { label: t('undo.kept'), value: kept },
          ]}
        />
        {kept > 0 && <Kept importId={found.id} />}
      </div>
    </StepFrame>
  );
}

function Kept({ importId }: { importId: string }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const kept = useQuery(keptQuery(importId));
  if (kept.isError) return <Alert tone="danger">{problemText(kept.error)}</Alert>;
  if (!kept.data) return null;
  const { items, total } = kept.data;
  const more = total - items.length;
  return (
    <section>
      <h4 className="mb-2 text-sm font-semibold text-ink">{t('undo.keptTitle')}</h4>
      <ul className="flex flex-col gap-1 rounded-md border border-line-strong bg-sunken px-3.5 py-2.5 font-mono text-xs text-muted">
        {items.map(({ contactId, email }) => (
          <li key={contactId} className="wrap-anywhere">
            {email}
          </li>
        ))}
        {more > 0 && <li>{t('moreErrors', counted(more))}</li>}
      </ul>
    </section>
  );
}

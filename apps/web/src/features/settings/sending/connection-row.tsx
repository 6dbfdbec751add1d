import type { Connection } from '@waggle/contracts/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useOwnerNote } from './client-names.ts';
import { failureAdvice, isOwnAnswer } from './failure-advice.ts';
import { useDeleteConnection } from './queries.ts';
import { RowMenu } from './row-menu.tsx';
import { asideClass, nameClass, rowClass } from './sender-row.tsx';
import { TestDialog } from './test-dialog.tsx';

const tones = { active: 'success', failing: 'danger', untested: 'neutral' } as const;

export function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const { t } = useTranslation('sending');
  const mayManage = useHolds('sending:manage');
  const owner = useOwnerNote()(connection.clientId);
  const { name, kind, host, port, region, isDefault, state, lastError } = connection;
  const place = kind === 'ses' ? `${t('connections.kinds.ses')} ${region ?? ''}` : `${host}:${port}`;
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-48">
        <p className={nameClass}>
          <span className="wrap-anywhere">{name}</span>
          {isDefault && (
            <Badge tone="accent" dot={false}>
              {t('default')}
            </Badge>
          )}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{[place, owner].filter(Boolean).join(' · ')}</p>
        {lastError && (
          <>
            <p className="mt-1 text-xs text-danger-text">{t(`failures.${failureAdvice(lastError)}`)}</p>
            {!isOwnAnswer(lastError) && (
              <p className="mt-0.5 font-mono text-2xs wrap-anywhere text-muted">{lastError}</p>
            )}
          </>
        )}
      </div>
      <div className={asideClass}>
        <Badge tone={tones[state]}>{t(`connections.states.${state}`)}</Badge>
        {mayManage && <ConnectionActions connection={connection} onEdit={onEdit} />}
      </div>
    </li>
  );
}

function ConnectionActions({
  connection: { id, name, isDefault },
  onEdit,
}: {
  connection: Connection;
  onEdit: () => void;
}) {
  const { t } = useTranslation('sending');
  const remove = useDeleteConnection();
  const [testing, setTesting] = useState(false);
  return (
    <div className="flex items-center gap-2">
      <Button size="sm" aria-label={t('test.openWith', { name })} onClick={() => setTesting(true)}>
        {t('test.open')}
      </Button>
      <RowMenu
        label={t('connections.menuOf', { name })}
        onEdit={onEdit}
        remove={() => remove.mutateAsync(id)}
        question={t('connections.removeQuestion', { name })}
        removedTitle={t('connections.removed')}
      >
        {t(isDefault ? 'connections.removeDefaultText' : 'connections.removeText')}
      </RowMenu>
      {testing && (
        <TestDialog
          connectionId={id}
          onClose={() => setTesting(false)}
          onEditConnection={() => {
            setTesting(false);
            onEdit();
          }}
        />
      )}
    </div>
  );
}

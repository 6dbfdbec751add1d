import type { Connection } from '@waggle/contracts/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useOwnerName } from './client-names.ts';
import { useDeleteConnection } from './queries.ts';
import { RowMenu } from './row-menu.tsx';
import { asideClass, rowClass } from './sender-row.tsx';
import { TestDialog } from './test-dialog.tsx';

export function ConnectionRow({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const { t } = useTranslation('sending');
  const mayManage = useHolds('sending:manage');
  const owner = useOwnerName()(connection.clientId);
  const { name, kind, host, port, region, isDefault, state, lastError } = connection;
  const place = kind === 'ses' ? `${t('connections.kinds.ses')} ${region ?? ''}` : `${host}:${port}`;
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex min-w-0 items-center gap-2 text-sm font-[550] text-ink">
          <span className="truncate">{name}</span>
          {isDefault && (
            <Badge tone="accent" dot={false}>
              {t('default')}
            </Badge>
          )}
        </p>
        <p className="truncate text-xs text-muted">{[place, owner].filter(Boolean).join(' · ')}</p>
        {lastError && <p className="mt-0.5 text-xs break-words text-danger-text">{lastError}</p>}
      </div>
      <div className={asideClass}>
        <Badge tone={state === 'active' ? 'success' : 'danger'}>
          {t(state === 'active' ? 'connections.works' : 'connections.fails')}
        </Badge>
        {mayManage && <ConnectionActions connection={connection} onEdit={onEdit} />}
      </div>
    </li>
  );
}

function ConnectionActions({ connection: { id, name }, onEdit }: { connection: Connection; onEdit: () => void }) {
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
        {t('connections.removeText')}
      </RowMenu>
      {testing && <TestDialog connectionId={id} onClose={() => setTesting(false)} />}
    </div>
  );
}

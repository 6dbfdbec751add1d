import { Link } from '@tanstack/react-router';
import { downloadImportErrors, type Import } from '@waggle/contracts/imports';
import { Download, Ellipsis, Undo2, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { hasErrorRows, mayUndo, stepOf, summaryOf } from '../import-state.ts';

type ImportMenuProps = { found: Import; onUndo: (found: Import) => void };

/** Undo is a button of its own where there is room: whoever comes here for it is in a hurry. */
export function ImportMenu({ found, onUndo }: ImportMenuProps) {
  const { t } = useTranslation('contacts-import');
  const isPhone = useIsPhone();
  const undoable = mayUndo(found);
  const unfinished = stepOf(found) === 'match' || found.state === 'checked';
  return (
    <span className="flex items-center justify-end gap-1">
      {undoable && !isPhone && (
        <Button
          variant="ghost"
          size="sm"
          icon={Undo2}
          aria-label={t('history.undoOf', { name: found.name })}
          onClick={() => onUndo(found)}
        >
          {t('history.undo')}
        </Button>
      )}
      <Menu trigger={<IconButton size="sm" label={t('history.menuOf', { name: found.name })} icon={Ellipsis} />}>
        <MenuItem asChild>
          <Link to="." search={(now: object) => ({ ...now, import: found.id })}>
            {t(unfinished ? 'history.continue' : 'dock.summary')}
          </Link>
        </MenuItem>
        <ViewItem found={found} />
        <ErrorsItem found={found} />
        {undoable && (
          <MenuItem icon={Undo2} danger onSelect={() => onUndo(found)}>
            {t('undo.button')}
          </MenuItem>
        )}
      </Menu>
    </span>
  );
}

function ViewItem({ found: { id, kind, counts, state } }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const wrote = counts !== null && summaryOf(counts).imported > 0 && state !== 'undone';
  if (!wrote || kind !== 'contacts') return null;
  return (
    <MenuItem asChild>
      <Link to="/dashboard/contacts" search={{ rules: { match: 'all', rules: [{ kind: 'import', importId: id }] } }}>
        <Users aria-hidden className="size-4 text-subtle" />
        {t('summary.view')}
      </Link>
    </MenuItem>
  );
}

function ErrorsItem({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const mayExport = useHolds('contacts:export');
  if (!mayExport || !hasErrorRows(found)) return null;
  return (
    <MenuItem asChild>
      <a href={addressOfCall(downloadImportErrors, { params: { importId: found.id } })} download>
        <Download aria-hidden className="size-4 text-subtle" />
        {t('history.errors')}
      </a>
    </MenuItem>
  );
}

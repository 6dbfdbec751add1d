import { Trans, useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import { navItemsFor, paletteActionsFor } from '../registry.ts';
import { usePerson } from './shell-state.ts';

type ShortcutSheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const { t } = useTranslation('shell');
  const person = usePerson();
  const singleKeys = useSingleKeys();
  const actions = paletteActionsFor(person).flatMap(({ id, keys, label }) =>
    keys ? [{ id, keys, label: t(label) }] : [],
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')} size="md">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <KeyList
          title={t('shortcuts.everywhere')}
          rows={[
            { id: 'palette', keys: shortcutText('mod+k'), label: t('search') },
            { id: 'sidebar', keys: '[', label: t('shortcuts.sidebar') },
            { id: 'sheet', keys: '?', label: t('shortcuts.title') },
            { id: 'search', keys: '/', label: t('shortcuts.searchInView') },
            { id: 'close', keys: 'Esc', label: t('shortcuts.close') },
            { id: 'toasts', keys: 'F8', label: t('shortcuts.toasts') },
          ]}
        />
        <KeyList
          title={t('shortcuts.goTo')}
          rows={navItemsFor(person).map(({ key, label }) => ({
            id: key,
            keys: `G ${key.toUpperCase()}`,
            label: t(label),
          }))}
        />
        <KeyList
          title={t('shortcuts.lists')}
          rows={[
            { id: 'next', keys: 'J', label: t('shortcuts.nextRow') },
            { id: 'previous', keys: 'K', label: t('shortcuts.previousRow') },
            { id: 'open', keys: 'Enter', label: t('shortcuts.openRow') },
            { id: 'select', keys: 'X', label: t('shortcuts.selectRow') },
            { id: 'edit', keys: 'E', label: t('shortcuts.editRow') },
            { id: 'delete', keys: 'Backspace', label: t('shortcuts.deleteRow') },
          ]}
        />
        {actions.length > 0 && <KeyList title={t('shortcuts.create')} rows={actions} />}
      </div>
      <p className="mt-5 text-xs text-subtle">
        <Trans
          t={t}
          i18nKey={singleKeys ? 'shortcuts.canTurnOff' : 'shortcuts.areOff'}
          components={{
            profile: (
              <Link
                to="/dashboard/settings/profile"
                className="font-medium text-link"
                onClick={() => onOpenChange(false)}
              />
            ),
          }}
        />
      </p>
    </Dialog>
  );
}

type KeyRow = { id: string; keys: string; label: string };

function KeyList({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-medium text-subtle">{title}</h3>
      <dl>
        {rows.map(({ id, keys, label }) => (
          <div key={id} className="flex min-h-8 items-center justify-between gap-4 text-sm">
            <dt className="text-ink">{label}</dt>
            <dd className="flex gap-1">
              {keys.split(' ').map((key, at) => (
                // The same key may stand twice in a row, as in C C.
                <Kbd key={`${at} ${key}`}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { blockIcons } from '../blocks/kinds.ts';
import { useDragSource } from '../canvas/drag.tsx';
import { type SavedBlocks, type SavedItem, useSaved } from './saved-context.ts';

/** As many as are found at a glance; more can be searched. */
const fewEnough = 8;

/** Below the kinds of blocks: what the client keeps for its emails. A click puts a copy in, dragging puts it anywhere. */
export function SavedPalette() {
  const { t } = useTranslation('email-editor');
  const saved = useSaved();
  const [search, setSearch] = useState('');
  if (!saved) return null;
  const typed = search.trim().toLowerCase();
  const found = saved.items.filter(({ name }) => name.toLowerCase().includes(typed));
  return (
    <section aria-label={t('saved.title')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">{t('saved.title')}</h3>
      {saved.items.length === 0 && <p className="text-xs text-muted">{t('saved.empty')}</p>}
      {saved.items.length > fewEnough && (
        <TextInput
          type="search"
          aria-label={t('saved.search')}
          placeholder={t('saved.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length > 0 && (
        <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto">
          {found.map((item) => (
            <Row key={item.id} item={item} saved={saved} />
          ))}
        </ul>
      )}
      {typed !== '' && found.length === 0 && <p className="text-xs text-muted">{t('saved.notFound')}</p>}
    </section>
  );
}

function Row({ item, saved }: { item: SavedItem; saved: SavedBlocks }) {
  const { t } = useTranslation('email-editor');
  const drag = useDragSource({
    id: `saved ${item.id}`,
    dragged: { kind: item.kind, id: null, saved: item },
    disabled: false,
  });
  const Icon = blockIcons[item.kind];
  return (
    <li className="flex items-center gap-1 rounded-md border border-line-strong bg-surface pr-1 hover:border-line-control">
      <button
        ref={drag}
        type="button"
        onClick={() => saved.insert(item)}
        className="flex h-9 min-w-0 flex-1 touch-manipulation items-center gap-2 px-2.5 text-left text-sm text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{item.name}</span>
      </button>
      <Menu trigger={<IconButton size="sm" label={t('saved.more', { name: item.name })} icon={MoreHorizontal} />}>
        <MenuItem icon={Pencil} onSelect={() => saved.rename(item)}>
          {t('saved.rename')}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => saved.remove(item)}>
          {t('saved.delete')}
        </MenuItem>
      </Menu>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import type { Tag } from '@waggle/contracts/tags';
import { Ellipsis, Merge, Trash2, Users } from 'lucide-react';
import { useMemo, useRef, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import type { Column } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { treeOf } from '../filters/conditions.ts';
import { TagColorCell, TagNameCell } from './tag-cells.tsx';

type Question = 'merge' | 'delete';

const contactsWith = (tag: Tag) => ({ rules: treeOf([{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] }]) });

export function useTagColumns(onAsk: (tag: Tag, what: Question) => void): Column<Tag>[] {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const mayWrite = useHolds('contacts:write');
  // The columns stay the same while the question they ask changes.
  const ask = useRef(onAsk);
  useEffect(() => {
    ask.current = onAsk;
  });
  return useMemo(() => {
    const columns: Column<Tag>[] = [
      {
        id: 'color',
        header: t('tags.color'),
        hideHeader: true,
        width: '2.5rem',
        cell: (tag) => <TagColorCell tag={tag} />,
      },
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: (tag) => <TagNameCell tag={tag} />,
      },
      {
        id: 'contacts',
        header: t('tabs.contacts'),
        align: 'end',
        cell: (tag) => (
          <Link to="/dashboard/contacts" search={contactsWith(tag)} className="hover:text-ink hover:underline">
            {number(tag.contacts)}
          </Link>
        ),
      },
      {
        id: 'segments',
        header: t('tags.usedBy'),
        cell: (tag) => tag.segments > 0 && t('tags.segmentCount', { count: tag.segments, shown: number(tag.segments) }),
      },
      { id: 'createdAt', header: t('columns.created'), sortable: true, cell: (tag) => <Time at={tag.createdAt} /> },
    ];
    if (mayWrite) {
      columns.push({
        id: 'actions',
        header: t('columns.actions'),
        hideHeader: true,
        width: '3.5rem',
        align: 'end',
        cell: (tag) => <TagActions tag={tag} onAsk={(what) => ask.current(tag, what)} />,
      });
    }
    return columns;
  }, [t, number, mayWrite]);
}

export function TagActions({ tag, onAsk }: { tag: Tag; onAsk: (what: Question) => void }) {
  const { t } = useTranslation('contacts');
  return (
    <Menu trigger={<IconButton label={t('tags.actionsOf', { name: tag.name })} icon={Ellipsis} size="sm" />}>
      <MenuItem asChild>
        <Link to="/dashboard/contacts" search={contactsWith(tag)}>
          <Users aria-hidden className="size-4 text-subtle" />
          {t('tags.showContacts')}
        </Link>
      </MenuItem>
      <MenuItem icon={Merge} onSelect={() => onAsk('merge')}>
        {t('tags.mergeMenu')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onAsk('delete')}>
        {t('delete')}
      </MenuItem>
    </Menu>
  );
}

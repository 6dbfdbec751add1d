import type { EmailBlockKind } from '@waggle/contracts/email-document';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { blockIcons, blockKinds } from '../blocks/kinds.ts';
import { mayStand, type ListOf, type Place } from '../blocks/places.ts';
import { useSaved } from '../saved/saved-context.ts';

type KindMenuProps = {
  list: ListOf;
  /** Where a saved block goes; below the selected one without it. */
  place?: Place | undefined;
  onChoose: (kind: EmailBlockKind) => void;
  trigger: ReactElement;
  side?: 'top' | 'bottom';
};

/** The kinds of blocks that may stand in a list, and the saved ones. */
export function KindMenu({ list, place, onChoose, trigger, side = 'bottom' }: KindMenuProps) {
  const { t } = useTranslation('email-editor');
  const saved = useSaved();
  const fitting = saved?.items.filter(({ kind }) => mayStand(kind, list)) ?? [];
  return (
    <Menu trigger={trigger} align="center" side={side}>
      {blockKinds
        .filter((kind) => mayStand(kind, list))
        .map((kind) => (
          <MenuItem key={kind} icon={blockIcons[kind]} onSelect={() => onChoose(kind)}>
            {t(`kinds.${kind}`)}
          </MenuItem>
        ))}
      {fitting.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{t('saved.title')}</MenuLabel>
          {fitting.map((item) => (
            <MenuItem key={item.id} icon={blockIcons[item.kind]} onSelect={() => saved?.insert(item, place)}>
              {item.name}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
}

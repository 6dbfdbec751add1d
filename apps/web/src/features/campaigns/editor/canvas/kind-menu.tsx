import type { EmailBlockKind } from '@waggle/contracts/email-document';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { blockIcons, blockKinds } from '../blocks/kinds.ts';
import { mayStand, type ListOf } from '../blocks/places.ts';

type KindMenuProps = {
  list: ListOf;
  onChoose: (kind: EmailBlockKind) => void;
  trigger: ReactElement;
  side?: 'top' | 'bottom';
};

/** The kinds of blocks that may stand in a list. */
export function KindMenu({ list, onChoose, trigger, side = 'bottom' }: KindMenuProps) {
  const { t } = useTranslation('email-editor');
  return (
    <Menu trigger={trigger} align="center" side={side}>
      {blockKinds
        .filter((kind) => mayStand(kind, list))
        .map((kind) => (
          <MenuItem key={kind} icon={blockIcons[kind]} onSelect={() => onChoose(kind)}>
            {t(`kinds.${kind}`)}
          </MenuItem>
        ))}
    </Menu>
  );
}

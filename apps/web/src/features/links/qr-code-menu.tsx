import type { QrCode } from '@waggle/contracts/qr-codes';
import { Download, Ellipsis, Eye, Pencil, ToggleLeft, ToggleRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { useMayChange } from './plan-lock.tsx';
import { useDownload } from './use-download.ts';
import { useToggleActive } from './use-toggle-active.ts';

export type Question = 'view' | 'edit' | 'delete';

type QrCodeMenuProps = { code: QrCode; onAsk: (what: Question) => void };

export function QrCodeMenu({ code, onAsk }: QrCodeMenuProps) {
  const { t } = useTranslation('links');
  const { mayWrite } = useMayChange();
  const { download } = useDownload(code);
  return (
    <Menu trigger={<IconButton label={t('menuOf', { name: code.name })} icon={Ellipsis} />}>
      <MenuItem icon={Eye} onSelect={() => onAsk('view')}>
        {t('view')}
      </MenuItem>
      {mayWrite && <EditItem onEdit={() => onAsk('edit')} />}
      <MenuItem icon={Download} onSelect={() => download()}>
        {t('download')}
      </MenuItem>
      {mayWrite && <ChangeItems code={code} onDelete={() => onAsk('delete')} />}
    </Menu>
  );
}

export function EditItem({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation('links');
  const { locked } = useMayChange();
  return (
    <MenuItem icon={Pencil} disabled={locked !== undefined} description={locked} onSelect={onEdit}>
      {t('edit')}
    </MenuItem>
  );
}

/** Activate or deactivate, and delete. */
export function ChangeItems({ code, onDelete }: { code: QrCode; onDelete: () => void }) {
  const { t } = useTranslation('links');
  const { locked } = useMayChange();
  const toggle = useToggleActive();
  return (
    <>
      <MenuItem
        icon={code.isActive ? ToggleLeft : ToggleRight}
        disabled={locked !== undefined}
        description={locked}
        onSelect={() => toggle(code)}
      >
        {t(code.isActive ? 'deactivate' : 'activate')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        {t('delete')}
      </MenuItem>
    </>
  );
}

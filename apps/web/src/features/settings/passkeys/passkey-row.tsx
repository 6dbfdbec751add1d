import type { Passkey } from '@waggle/contracts/passkeys';
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('settings');
  const [layer, setLayer] = useState<'rename' | 'remove'>();
  const close = () => setLayer(undefined);
  return (
    <li className="flex items-center gap-3.5 border-t border-line px-4.5 py-3">
      <KeyRound aria-hidden className="size-4 shrink-0 text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-[550] break-words text-ink">
          {passkey.name}
          <Badge tone="neutral" dot={false}>
            {t(passkey.synced ? 'passkeys.synced' : 'passkeys.notSynced')}
          </Badge>
        </p>
        <p className="text-xs text-subtle">
          {t('passkeys.added')} <Time at={passkey.createdAt} />
          {' · '}
          {passkey.lastUsedAt ? (
            <>
              {t('passkeys.lastUsed')} <Time at={passkey.lastUsedAt} />
            </>
          ) : (
            t('passkeys.neverUsed')
          )}
        </p>
      </div>
      <Menu trigger={<IconButton label={t('passkeys.actions', { name: passkey.name })} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setLayer('rename')}>
          {t('passkeys.rename')}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setLayer('remove')}>
          {t('passkeys.remove')}
        </MenuItem>
      </Menu>
      {layer === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      {layer === 'remove' && <RemovePasskeyDialog passkey={passkey} onClose={close} />}
    </li>
  );
}

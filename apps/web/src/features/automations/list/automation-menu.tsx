import { Link } from '@tanstack/react-router';
import type { AutomationSummary } from '@waggle/contracts/automations';
import { Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';

type AutomationMenuProps = { automation: AutomationSummary; onDelete: () => void };

export function AutomationMenu({ automation: { id, name, inside, isBeyondPlan }, onDelete }: AutomationMenuProps) {
  const { t } = useTranslation('automations');
  const mayWrite = useHolds('automations:write');
  const isLocked = mayWrite && isBeyondPlan;
  const Icon = isLocked ? Lock : Pencil;
  const address = { to: '/dashboard/automations/$automationId', params: { automationId: id } } as const;
  return (
    <Menu trigger={<IconButton label={t('menuOf', { name })} icon={Ellipsis} />}>
      <MenuItem asChild>
        <Link {...address}>
          <Icon aria-hidden className="size-4 text-subtle" />
          {t(isLocked ? 'openReadOnly' : mayWrite ? 'edit' : 'open')}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link {...address} search={{ tab: 'runs' }}>
          <Users aria-hidden className="size-4 text-subtle" />
          {t('people')}
        </Link>
      </MenuItem>
      {mayWrite && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            danger
            disabled={inside > 0}
            description={inside > 0 ? t('deleteInside') : undefined}
            onSelect={onDelete}
          >
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

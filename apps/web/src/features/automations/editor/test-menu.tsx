import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, History, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useEditor } from './editor-context.ts';

type TestMenuProps = { isWide: boolean; onWalk: () => void };

/** What it would do: to one contact, or to everybody of the last days. Who may only look reads the last back-test. */
export function TestMenu({ isWide, onWalk }: TestMenuProps) {
  const { t } = useTranslation('automation-runs');
  const navigate = useNavigate({ from: '/dashboard/automations/$automationId' });
  const { mayWrite } = useEditor();
  const trigger = isWide ? (
    <Button icon={FlaskConical}>{t('test.menu')}</Button>
  ) : (
    <IconButton icon={FlaskConical} label={t('test.menu')} />
  );
  return (
    <Menu trigger={trigger} align="end">
      {mayWrite && (
        <MenuItem icon={UserRound} description={t('test.walkHint')} onSelect={onWalk}>
          {t('test.walk')}
        </MenuItem>
      )}
      <MenuItem
        icon={History}
        description={t('test.backHint')}
        onSelect={() => void navigate({ search: { tab: 'back-test' } })}
      >
        {t('test.back')}
      </MenuItem>
    </Menu>
  );
}

import { Menu, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';

type TopBarButtonProps = { onClick: () => void };

/** Both are for small screens; the sidebar has them on large ones. */
export function MenuButton({ onClick }: TopBarButtonProps) {
  const { t } = useTranslation('shell');
  return <IconButton label={t('openMenu')} icon={Menu} onClick={onClick} className="-ml-2 lg:hidden!" />;
}

export function SearchButton({ onClick }: TopBarButtonProps) {
  const { t } = useTranslation('shell');
  return (
    <IconButton
      label={t('search')}
      icon={Search}
      shortcut={shortcutText('mod+k')}
      onClick={onClick}
      className="lg:hidden!"
    />
  );
}

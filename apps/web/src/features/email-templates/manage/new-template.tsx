import { Link } from '@tanstack/react-router';
import { Code, LayoutTemplate, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

type NewTemplateProps = { variant?: ButtonProps['variant']; onHtml: () => void };

/** Blocks are built on a page of their own, HTML is pasted over this one. */
export function NewTemplate({ variant, onHtml }: NewTemplateProps) {
  const { t } = useTranslation('email-templates');
  return (
    <Menu
      trigger={
        <Button variant={variant} icon={Plus}>
          {t('create')}
        </Button>
      }
    >
      <MenuItem asChild>
        <Link to="/dashboard/campaigns/templates/new">
          <LayoutTemplate aria-hidden className="size-4 text-subtle" />
          {t('createBlocks')}
        </Link>
      </MenuItem>
      <MenuItem icon={Code} onSelect={onHtml}>
        {t('createHtml')}
      </MenuItem>
    </Menu>
  );
}

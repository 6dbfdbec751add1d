import { Link } from '@tanstack/react-router';
import type { FormSummary } from '@waggle/contracts/forms';
import { ChartColumn, Ellipsis, Lock, Pencil, Share2, ToggleLeft, ToggleRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { useToggleActive } from './use-toggle-active.ts';

export type Question = 'analytics' | 'delete';

export type FormMenuProps = {
  form: FormSummary;
  onAsk: (what: Question) => void;
  /** Of the sheet that shows the analytics already. */
  inSheet?: boolean;
};

/** In the order of the specification. */
export function FormMenu({ form, onAsk, inSheet = false }: FormMenuProps) {
  const { t } = useTranslation('forms');
  const mayWrite = useHolds('forms:write');
  return (
    <Menu trigger={<IconButton label={t('menuOf', { name: form.name })} icon={Ellipsis} />}>
      {!inSheet && (
        <MenuItem icon={ChartColumn} onSelect={() => onAsk('analytics')}>
          {t('analytics')}
        </MenuItem>
      )}
      {mayWrite && <EditItems form={form} />}
      <MenuItem asChild>
        <Link
          from="/dashboard/forms"
          to="/dashboard/forms"
          search={(now) => ({ ...now, analytics: undefined, share: form.id })}
        >
          <Share2 aria-hidden className="size-4 text-subtle" />
          {t('share')}
        </Link>
      </MenuItem>
      {mayWrite && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => onAsk('delete')}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function EditItems({ form }: { form: FormSummary }) {
  const { t } = useTranslation('forms');
  const toggle = useToggleActive();
  const Icon = form.isBeyondPlan ? Lock : Pencil;
  return (
    <>
      <MenuItem asChild>
        <Link
          from="/dashboard/forms"
          to="/dashboard/forms"
          search={(now) => ({ ...now, analytics: undefined, edit: form.id })}
        >
          <Icon aria-hidden className="size-4 text-subtle" />
          {t(form.isBeyondPlan ? 'openReadOnly' : 'edit')}
        </Link>
      </MenuItem>
      <MenuItem icon={form.isActive ? ToggleLeft : ToggleRight} onSelect={() => toggle(form)}>
        {t(form.isActive ? 'deactivate' : 'activate')}
      </MenuItem>
    </>
  );
}

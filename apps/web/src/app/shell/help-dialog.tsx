import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { brand } from '#lib/brand.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import type { ShellState } from './shell-state.ts';

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; shell: ShellState };

const topics = ['find', 'people', 'locked', 'data'] as const;

export function HelpDialog({ open, onOpenChange, shell }: HelpDialogProps) {
  const { t } = useTranslation(['shell', 'app']);
  const link = 'font-medium text-link hover:underline';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('help.title')}
      size="md"
      footer={<Button onClick={() => shell.open('shortcuts')}>{t('user.shortcuts')}</Button>}
    >
      <dl className="flex flex-col gap-4">
        {topics.map((topic) => (
          <div key={topic}>
            <dt className="text-sm font-semibold text-ink">{t(`help.${topic}.title`)}</dt>
            <dd className="text-sm text-muted">
              {t(`help.${topic}.text`, { brand: brand.name, keys: shortcutText('mod+k') })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex gap-4 text-sm">
        <Link to="/terms" className={link}>
          {t('app:titles.terms')}
        </Link>
        <Link to="/privacy" className={link}>
          {t('app:titles.privacy')}
        </Link>
      </p>
    </Dialog>
  );
}

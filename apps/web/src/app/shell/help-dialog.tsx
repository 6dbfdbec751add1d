import { Link } from '@tanstack/react-router';
import { holds } from '@waggle/contracts/rights';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { useBrand } from '#lib/brand.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import type { ShellState } from './shell-state.ts';

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; shell: ShellState };

const link = 'font-medium text-link hover:underline';

/** What people come for first, each where it is done. */
const guides = [
  { key: 'import', to: '/dashboard/contacts', search: { import: 'new' }, right: 'contacts:write' },
  { key: 'sending', to: '/dashboard/settings/sending', search: {}, right: 'sending:read' },
  { key: 'segments', to: '/dashboard/contacts/segments', search: {}, right: 'contacts:read' },
  { key: 'qrCodes', to: '/dashboard/qr-codes', search: {}, right: 'links:read' },
  { key: 'notifications', to: '/dashboard/settings/notifications', search: {}, right: undefined },
] as const;

const topics = ['find', 'people', 'locked', 'data'] as const;

export function HelpDialog({ open, onOpenChange, shell }: HelpDialogProps) {
  const { t } = useTranslation(['shell', 'app']);
  const brand = useBrand();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('help.title')}
      size="md"
      footer={<Button onClick={() => shell.open('shortcuts')}>{t('user.shortcuts')}</Button>}
    >
      <dl className="flex flex-col gap-4">
        {brand.supportEmail && (
          <div>
            <dt className="text-sm font-semibold text-ink">{t('help.support.title')}</dt>
            <dd className="text-sm text-muted">
              <a href={`mailto:${brand.supportEmail}`} className={link}>
                {t('help.support.text', { email: brand.supportEmail })}
              </a>
            </dd>
          </div>
        )}
        {topics.map((topic) => (
          <div key={topic}>
            <dt className="text-sm font-semibold text-ink">{t(`help.${topic}.title`)}</dt>
            <dd className="text-sm text-muted">
              {t(`help.${topic}.text`, { brand: brand.name, keys: shortcutText('mod+k') })}
            </dd>
          </div>
        ))}
      </dl>
      <Guides onOpen={() => onOpenChange(false)} />
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <a href="/api/reference" target="_blank" rel="noreferrer" className={link}>
          {t('help.reference')}
        </a>
        <Link to="/terms" className={link}>
          {t('app:titles.terms')}
        </Link>
        <Link to="/privacy" className={link}>
          {t('app:titles.privacy')}
        </Link>
        <Link to="/accessibility" className={link}>
          {t('app:titles.accessibility')}
        </Link>
      </p>
    </Dialog>
  );
}

function Guides({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const { role } = useUser();
  const own = guides.filter(({ right }) => right === undefined || holds(role, right));
  return (
    <section aria-labelledby="help-guides" className="mt-4">
      <h3 id="help-guides" className="text-sm font-semibold text-ink">
        {t('help.guides.title')}
      </h3>
      <ul className="mt-1 flex flex-col gap-2">
        {own.map(({ key, to, search }) => (
          <li key={key} className="text-sm text-muted">
            <Link to={to} search={search as never} onClick={onOpen} className={link}>
              {t(`help.guides.${key}.title`)}
            </Link>
            <br />
            {t(`help.guides.${key}.text`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

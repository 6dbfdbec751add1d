import { Link, type LinkProps } from '@tanstack/react-router';
import { holds, type Right } from '@waggle/contracts/rights';
import type { ParseKeys } from 'i18next';
import { ClipboardList, QrCode, Send, Upload } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { newCampaign } from '#features/campaigns/index.ts';
import type { Icon } from '#ui/icon.ts';

type Action = { label: ParseKeys<'dashboard'>; icon: Icon; right: Right; link: Pick<LinkProps, 'to' | 'search'> };

/** Where the plan has no QR codes, their list says so. */
const actions: readonly Action[] = [
  {
    label: 'actions.form',
    icon: ClipboardList,
    right: 'forms:write',
    link: { to: '/dashboard/forms', search: { create: true } },
  },
  {
    label: 'actions.import',
    icon: Upload,
    right: 'contacts:write',
    link: { to: '/dashboard/contacts', search: { import: 'new' } },
  },
  { label: 'actions.campaign', icon: Send, right: 'campaigns:write', link: newCampaign },
  {
    label: 'actions.code',
    icon: QrCode,
    right: 'links:write',
    link: { to: '/dashboard/qr-codes', search: { add: true } },
  },
];

/** Nothing for who may do none of them. */
export function QuickActions() {
  const { t } = useTranslation('dashboard');
  const { role } = useUser();
  const titleId = useId();
  const allowed = actions.filter(({ right }) => holds(role, right));
  if (allowed.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="@container min-w-0">
      <h2 id={titleId} className="mt-1 mb-3 text-base font-semibold text-ink max-sm:sr-only">
        {t('actions.title')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
        {allowed.map(({ label, icon: Icon, link }) => (
          <li key={label}>
            <Link
              {...link}
              className="flex h-full min-h-12 items-center gap-3 rounded-lg border border-line-strong bg-surface px-4 py-2.5 text-sm font-semibold text-ink shadow-xs transition-colors duration-(--duration-instant) hover:bg-fill active:bg-fill-pressed max-sm:px-3"
            >
              <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span className="min-w-0">{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

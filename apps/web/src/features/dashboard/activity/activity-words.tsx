import type { LinkProps } from '@tanstack/react-router';
import { ClipboardList, QrCode, Send, ShoppingBag, Upload, UserPlus } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { reportOf } from '#features/campaigns/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import type { Icon } from '#ui/icon.ts';
import type { ActivityLine } from '../queries.ts';

type Kind = ActivityLine['kind'];

export const activityIcons: Record<Kind, Icon> = {
  campaign: Send,
  import: Upload,
  form: ClipboardList,
  code: QrCode,
  member: UserPlus,
  purchase: ShoppingBag,
};

const places: Record<Exclude<Kind, 'purchase'>, (id: string) => Pick<LinkProps, 'to' | 'params' | 'search'>> = {
  campaign: reportOf,
  import: (id) => ({ to: '/dashboard/contacts/imports', search: { import: id } }),
  form: (id) => ({ to: '/dashboard/forms', search: { analytics: id } }),
  code: (id) => ({ to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId: id }, search: {} }),
  member: () => ({ to: '/dashboard/settings/team' }),
};

/** What a line leads to, if anything. */
export function linkOf({ kind, id, on }: ActivityLine): Pick<LinkProps, 'to' | 'params' | 'search'> | undefined {
  if (kind === 'purchase') return on ? { to: '/dashboard/purchases', search: { from: on, to: on } } : undefined;
  return id === null ? undefined : places[kind](id);
}

/** What happened, in one sentence. */
export function ActivitySentence({ line: { event, name, count, money: paid } }: { line: ActivityLine }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const money = useMoney({ brief: true });
  return (
    <Trans
      t={t}
      i18nKey={`activity.${event}`}
      count={count}
      values={{ name, people: number(count), amount: paid ? money(paid.amount, paid.currency) : '' }}
      components={{ b: <strong className="font-semibold text-ink" /> }}
      shouldUnescape
    />
  );
}

import type { ConsentState, Contact, ContactSource, ContactStatus } from '@waggle/contracts/contacts';
import { ClipboardList, Code, Pencil, Upload, Workflow, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

/** The address stands in for people whose name is not known. */
export const nameOf = ({ firstName, lastName, email }: Pick<Contact, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const tones: Record<ContactStatus, BadgeTone> = {
  active: 'success',
  lead: 'info',
  unsubscribed: 'neutral',
  bounced: 'danger',
  complained: 'danger',
};

export function StatusBadge({ status }: { status: ContactStatus }) {
  const { t } = useTranslation('contacts');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

const consentTones: Record<ConsentState, BadgeTone> = {
  none: 'neutral',
  not_asked: 'neutral',
  pending: 'warning',
  implied: 'info',
  granted: 'success',
  confirmed: 'success',
  withdrawn: 'danger',
};

export function ConsentBadge({ state }: { state: ConsentState }) {
  const { t } = useTranslation('contacts');
  return <Badge tone={consentTones[state]}>{t(`consent.state.${state}`)}</Badge>;
}

export const sourceIcons: Record<ContactSource, LucideIcon> = {
  manual: Pencil,
  import: Upload,
  form: ClipboardList,
  api: Code,
  automation: Workflow,
};

export function Source({ source }: { source: ContactSource }) {
  const { t } = useTranslation('contacts');
  const Icon = sourceIcons[source];
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon aria-hidden className="size-3.5 text-subtle" />
      {t(`source.${source}`)}
    </span>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ClientSetup } from '@waggle/contracts/client-setups';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetActiveClient } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { toast } from '#ui/toast-store.ts';

type Page = '/dashboard/settings/brand' | '/dashboard/settings/domains' | '/dashboard/settings/senders';

type CellProps = {
  client: ClientSetup;
  /** Where no column says what it is. */
  isLabeled?: boolean;
};

type StateProps = CellProps & {
  page: Page;
  label: string;
  tone: BadgeTone;
  state: string;
  detail?: ReactNode;
};

/** Switches to the client and opens the page where this is set up. */
function State({ client, page, label, tone, state, detail, isLabeled }: StateProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const show = useSetActiveClient();
  const open = () =>
    runMutation(show, client.id, {
      onSuccess: () => void navigate({ to: page }),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <button
      type="button"
      onClick={open}
      className="flex max-w-full min-w-0 flex-col items-start gap-0.5 rounded-xs text-left hover:underline"
    >
      <span className="flex items-center gap-1.5">
        {isLabeled && (
          <span aria-hidden className="text-xs text-muted">
            {label}
          </span>
        )}
        <span className="sr-only">{t('setups.of', { what: label, name: client.name })} </span>
        <Badge tone={tone}>{state}</Badge>
      </span>
      {detail && <span className="line-clamp-2 max-w-full text-xs text-subtle">{detail}</span>}
    </button>
  );
}

export function BrandCell({ client, isLabeled = false }: CellProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { logo, color, address } = client.brand;
  const missing = [
    ...(logo ? [] : [t('setups.logo')]),
    ...(color ? [] : [t('setups.color')]),
    ...(address === null ? [t('setups.address')] : []),
  ];
  const isComplete = missing.length === 0;
  return (
    <State
      client={client}
      isLabeled={isLabeled}
      page="/dashboard/settings/brand"
      label={t('sections.brand')}
      tone={isComplete ? 'success' : 'warning'}
      state={t(isComplete ? 'setups.complete' : 'setups.incomplete')}
      detail={isComplete ? undefined : t('setups.missing', { list: format.list(missing) })}
    />
  );
}

const domainTones: Record<'pending' | 'verified' | 'failing', BadgeTone> = {
  verified: 'success',
  pending: 'warning',
  failing: 'danger',
};

export function DomainCell({ client, isLabeled = false }: CellProps) {
  const { t } = useTranslation('settings');
  const { domain } = client;
  return (
    <State
      client={client}
      isLabeled={isLabeled}
      page="/dashboard/settings/domains"
      label={t('setups.domain')}
      tone={domain ? domainTones[domain.state] : 'neutral'}
      state={t(`setups.domains.${domain?.state ?? 'none'}`)}
      detail={domain && withOwner(domain.domain, domain.owner, t('setups.shared'))}
    />
  );
}

export function SenderCell({ client, isLabeled = false }: CellProps) {
  const { t } = useTranslation('settings');
  const { sender } = client;
  const state = sender ? (sender.isReady ? 'ready' : 'waiting') : 'none';
  return (
    <State
      client={client}
      isLabeled={isLabeled}
      page="/dashboard/settings/senders"
      label={t('setups.sender')}
      tone={({ ready: 'success', waiting: 'warning', none: 'neutral' } as const)[state]}
      state={t(`setups.senders.${state}`)}
      detail={sender && withOwner(sender.email, sender.owner, t('setups.shared'))}
    />
  );
}

const withOwner = (name: string, owner: 'client' | 'organization', shared: string): string =>
  owner === 'organization' ? `${name} (${shared})` : name;

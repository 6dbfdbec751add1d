import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { ActiveClientPicker, organizationQuery } from '#features/accounts/index.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';

export function OrganizationBox({ rail }: { rail: boolean }) {
  const { t } = useTranslation('shell');
  const organization = useQuery(organizationQuery);
  const name = organization.data?.name ?? '';

  if (rail) {
    return (
      <Tooltip label={name} side="right">
        <span className="py-1">
          <Hexagon name={name} size={32} tone="ink" />
        </span>
      </Tooltip>
    );
  }
  return (
    <section
      aria-label={t('organization')}
      className="shrink-0 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs"
    >
      <div className="flex min-h-[3.125rem] items-center gap-2.5 px-2.5 py-2">
        <Hexagon name={name} size={30} tone="ink" />
        {organization.data ? (
          <div className="min-w-0">
            <p className="truncate text-sm font-semibold text-ink">{name}</p>
            <OrganizationTypeLine type={organization.data.type} />
          </div>
        ) : (
          organization.isPending && <Skeleton width="60%" />
        )}
      </div>
      <ActiveClientPicker className="border-t border-line" />
    </section>
  );
}

/** The text keeps the value ('AGENCY Account'); only its look is title case. */
function OrganizationTypeLine({ type }: { type: 'BUSINESS' | 'AGENCY' }) {
  const { t } = useTranslation('shell');
  return (
    <p className="truncate text-xs text-subtle">
      <Trans
        t={t}
        i18nKey={`accountOf.${type}`}
        components={{ type: <span className="inline-block lowercase first-letter:uppercase" /> }}
      />
    </p>
  );
}

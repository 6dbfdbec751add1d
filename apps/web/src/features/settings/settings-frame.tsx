import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { organizationQuery, useUser } from '#features/accounts/index.ts';
import { cx } from '#ui/class-names.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { verticalTabClass } from '#ui/tabs.tsx';
import { sectionKeys, sectionsFor } from './sections.ts';
import { SetUpCount } from './sending/set-up/set-up-count.tsx';

export function SettingsFrame() {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="flex min-w-0 flex-1 flex-col md:flex-row">
        <SectionNav />
        <div className="min-w-0 flex-1 px-8 py-7 max-xl:px-5 max-lg:px-4 max-lg:py-5">
          <div className="max-w-[900px] has-data-wide:max-w-[1240px]">
            <CurrentSection />
          </div>
        </div>
      </div>
    </>
  );
}

/** On a phone the tabs scroll sideways, and the chosen one may stand outside. */
const intoView = (tab: HTMLAnchorElement | null) => tab?.scrollIntoView({ inline: 'center', block: 'nearest' });

const groups = ['own', 'workspace', 'sending'] as const;

function SectionNav() {
  const { t } = useTranslation(['settings', 'set-up']);
  const { role } = useUser();
  const organization = useQuery(organizationQuery);
  const sections = sectionsFor(role, organization.data?.type);
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav
      aria-label={t('title')}
      className="flex shrink-0 gap-1 border-line p-4 max-md:overflow-x-auto max-md:border-b max-md:bg-surface max-md:py-2 md:w-56 md:flex-col md:border-r md:pt-6"
    >
      {groups.map((group) => {
        const own = sections.filter((section) => section.group === group);
        return (
          own.length > 0 && (
            <div key={group} className="flex gap-1 md:mb-4 md:flex-col md:gap-0.5">
              <p className="px-2.5 pb-1.5 text-2xs font-medium text-subtle max-md:hidden">
                {group === 'sending' ? t('set-up:group') : t(`groups.${group}`)}
              </p>
              {own.map(({ key, icon: Icon }) => (
                <Link
                  key={key}
                  ref={path.endsWith(`/settings/${key}`) ? intoView : null}
                  to={`/dashboard/settings/${key}`}
                  activeOptions={{ includeSearch: false }}
                  className={cx(verticalTabClass, 'whitespace-nowrap coarse:min-h-(--target-touch)')}
                >
                  <Icon aria-hidden className="size-4 text-subtle max-md:hidden" />
                  {t(`sections.${key}`)}
                  {key === 'sending' && <SetUpCount />}
                </Link>
              ))}
            </div>
          )
        );
      })}
    </nav>
  );
}

/** An address that is not for this person leads to the one that is for everybody. */
function CurrentSection() {
  const { role } = useUser();
  const organization = useQuery(organizationQuery);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const wanted = sectionKeys.find((key) => path.endsWith(`/settings/${key}`));
  if (wanted === 'clients' && organization.isPending) return null;

  const allowed = sectionsFor(role, organization.data?.type).some(({ key }) => key === wanted);
  if (wanted && !allowed) return <Navigate to="/dashboard/settings/profile" replace />;
  return <Outlet />;
}

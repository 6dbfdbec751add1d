import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { readStartList, startSteps } from '@waggle/contracts/dashboard';
import type { Right } from '@waggle/contracts/rights';
import { holds } from '@waggle/contracts/rights';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { brand } from '#lib/brand.ts';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListSteps } from '#ui/list-steps.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { startListQuery } from './queries.ts';

type StepKey = (typeof startSteps)[number];
type Place = { link: Pick<LinkProps, 'to' | 'search' | 'hash'>; right?: Right };

/** Where each step is done, and who may do it. */
const places: Record<StepKey, Place> = {
  'import-contacts': { link: { to: '/dashboard/contacts', search: { import: 'new' } }, right: 'contacts:write' },
  'add-client': { link: { to: '/dashboard/settings/clients', search: { add: true } }, right: 'clients:manage' },
  'invite-team': { link: { to: '/dashboard/settings/team', search: { invite: true } }, right: 'team:manage' },
  'two-factor': { link: { to: '/dashboard/settings/security' } },
};

export function StartList() {
  const { t } = useTranslation('dashboard');
  const start = useQuery(startListQuery);
  const waiting = useDelayedPending(start.isPending);

  if (start.isPending || waiting) return <Card title={t('start.title')}>{waiting && <SkeletonRows />}</Card>;
  if (start.isError) {
    return (
      <Card>
        <LoadError
          title={t('start.failed')}
          message={problemText(start.error)}
          retry={() => void start.refetch()}
          busy={start.isFetching}
        />
      </Card>
    );
  }
  if (start.data.steps.every(({ done }) => done)) {
    return (
      <Card>
        <EmptyState title={t('start.doneTitle')}>{t('start.doneText', { brand: brand.name })}</EmptyState>
      </Card>
    );
  }
  return <Steps steps={start.data.steps} />;
}

function Steps({ steps }: { steps: ReplyOf<typeof readStartList>['steps'] }) {
  const { t } = useTranslation('dashboard');
  const { role } = useUser();
  const may = (key: StepKey) => places[key].right === undefined || holds(role, places[key].right);
  // One honey button per view: the next step that this person can take.
  const next = steps.find(({ key, done }) => !done && may(key))?.key;

  return (
    <ListSteps
      title={t('start.title')}
      description={t('start.text', { brand: brand.name })}
      steps={steps.map(({ key, done }) => ({
        id: key,
        title: t(`steps.${key}.title`),
        description: t(`steps.${key}.text`),
        done,
        action: may(key) && (
          <Link {...places[key].link} className={buttonClass({ variant: key === next ? 'primary' : 'secondary' })}>
            {t(`steps.${key}.action`)}
          </Link>
        ),
      }))}
    />
  );
}

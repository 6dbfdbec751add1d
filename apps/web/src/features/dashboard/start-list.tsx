import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { readStartList, startSteps } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { Ellipsis, EyeOff } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { StartPlacesContext } from '#lib/registry.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ListSteps } from '#ui/list-steps.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { FirstLooks } from './first-looks.tsx';
import { startListQuery, useKeepStartList } from './queries.ts';

type StepKey = (typeof startSteps)[number];
type Start = ReplyOf<typeof readStartList>;

/** Which of the steps the person's role allows; each feature says so in its entry. */
export function useMayDo(): (key: StepKey) => boolean {
  const { role } = useUser();
  const places = use(StartPlacesContext);
  return (key) => {
    const { right } = places[key] ?? {};
    return right === undefined || holds(role, right);
  };
}

export function useChangeStartList() {
  const { t } = useTranslation('dashboard');
  const keep = useKeepStartList();
  return (view: Start['view']) =>
    runMutation(keep, view, {
      onError: (error) => toast({ tone: 'error', title: t('list.saveFailed'), description: problemText(error) }),
    });
}

export function StartList() {
  const { t } = useTranslation('dashboard');
  const start = useQuery(startListQuery);
  const waiting = useDelayedPending(start.isPending);
  const mayDo = useMayDo();
  const change = useChangeStartList();

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
  const { steps, view } = start.data;
  if (view === 'dismissed') return null;
  if (!steps.some(({ key }) => mayDo(key))) return <FirstLooks steps={steps} onHide={() => change('dismissed')} />;
  if (steps.every(({ done }) => done)) {
    return (
      <Card>
        <EmptyState
          title={t('start.doneTitle')}
          action={<Button onClick={() => change('dismissed')}>{t('list.hide')}</Button>}
        >
          {t('start.doneText')}
        </EmptyState>
      </Card>
    );
  }
  return <Steps start={start.data} />;
}

function Steps({ start: { steps, view } }: { start: Start }) {
  const { t } = useTranslation('dashboard');
  const { name } = useUser();
  const mayDo = useMayDo();
  const places = use(StartPlacesContext);
  const change = useChangeStartList();
  const collapsed = view === 'collapsed';
  // One honey button per view: the next step that this person can take.
  const next = steps.find(({ key, done }) => !done && mayDo(key))?.key;
  const left = steps.filter(({ done }) => !done).reduce((sum, { key }) => sum + (places[key]?.minutes ?? 0), 0);

  return (
    <ListSteps
      title={t('list.titleFor', { name: firstName(name) })}
      description={t('list.text', { time: t('list.minutes', { count: left }) })}
      progress={t('list.progress', { done: steps.filter(({ done }) => done).length, all: steps.length })}
      fold={{
        label: t(collapsed ? 'list.expand' : 'list.collapse'),
        collapsed,
        onToggle: () => change(collapsed ? 'open' : 'collapsed'),
      }}
      menu={
        <Menu trigger={<IconButton label={t('list.more')} icon={Ellipsis} variant="ghost" size="sm" />}>
          <MenuItem icon={EyeOff} onSelect={() => change('dismissed')}>
            {t('list.dismiss')}
          </MenuItem>
        </Menu>
      }
      steps={steps.map(({ key, done }) => ({
        id: key,
        title: t(`steps.${key}.title`),
        description: t(`steps.${key}.text`),
        done,
        current: key === next,
        time: t('list.minutes', { count: places[key]?.minutes ?? 1 }),
        action: mayDo(key) ? (
          <Link
            {...places[key]?.link}
            className={buttonClass({
              variant: key === next ? 'primary' : 'secondary',
              size: key === next ? 'md' : 'sm',
            })}
          >
            {t(`steps.${key}.action`)}
          </Link>
        ) : (
          <span className="text-xs text-subtle">{t('list.askAdmin')}</span>
        ),
      }))}
    />
  );
}

/** As people are greeted; a name is what somebody typed, so it may be one word or many. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

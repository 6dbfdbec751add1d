import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { readStartList, startSteps } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { Ellipsis, EyeOff } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useMissingPlan, useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { type StartPlace, StartPlacesContext } from '#lib/registry.ts';
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

/** Where the person's role lets them take a step; each feature says so in its entry. */
export function useStartPlaces(): (key: StepKey) => readonly StartPlace[] {
  const { role } = useUser();
  const places = use(StartPlacesContext);
  return (key) => (places[key] ?? []).filter(({ right }) => right === undefined || holds(role, right));
}

function useMayDo(): (key: StepKey) => boolean {
  const placesOf = useStartPlaces();
  return (key) => placesOf(key).length > 0;
}

export function useChangeStartList() {
  const { t } = useTranslation('dashboard');
  const keep = useKeepStartList();
  return (view: Start['view']) =>
    runMutation(keep, view, {
      onError: (error) => toast({ tone: 'error', title: t('list.saveFailed'), description: problemText(error) }),
    });
}

/** Among the clients of an agency: that view has its honey button already, and after the last step the list is gone. */
export function StartListOfAgency() {
  const { data } = useQuery(startListQuery);
  if (!data || data.view === 'dismissed' || data.steps.every(({ done }) => done)) return null;
  return <StartList isPrimary={false} />;
}

export function StartList({ isPrimary = true }: { isPrimary?: boolean }) {
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
  return <Steps start={start.data} isPrimary={isPrimary} />;
}

function Steps({ start: { steps, view }, isPrimary }: { start: Start; isPrimary: boolean }) {
  const { t } = useTranslation('dashboard');
  const { name } = useUser();
  const mayDo = useMayDo();
  const places = use(StartPlacesContext);
  const change = useChangeStartList();
  const collapsed = view === 'collapsed';
  const minutesOf = (key: StepKey) => places[key]?.[0]?.minutes ?? 1;
  // One honey button per view: the next step that this person can take.
  const next = steps.find(({ key, done }) => !done && mayDo(key))?.key;
  const left = steps.filter(({ done }) => !done).reduce((sum, { key }) => sum + minutesOf(key), 0);

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
        time: t('list.minutes', { count: minutesOf(key) }),
        action: <StepAction stepKey={key} isNext={key === next} isPrimary={isPrimary} />,
      }))}
    />
  );
}

type StepActionProps = { stepKey: StepKey; isNext: boolean; isPrimary: boolean };

function StepAction({ stepKey, isNext, isPrimary }: StepActionProps) {
  const { t } = useTranslation('dashboard');
  const [place, ...others] = useStartPlaces()(stepKey);
  const look = { variant: isNext && isPrimary ? 'primary' : 'secondary', size: isNext ? 'md' : 'sm' } as const;
  if (!place) return <span className="text-xs text-subtle">{t('list.askAdmin')}</span>;
  if (others.length === 0)
    return (
      <Link {...place.link} className={buttonClass(look)}>
        {t(`steps.${stepKey}.action`)}
      </Link>
    );
  return (
    <Menu trigger={<Button {...look}>{t(`steps.${stepKey}.action`)}</Button>}>
      {[place, ...others].map((choice) => (
        <Choice key={choice.link.to} place={choice} />
      ))}
    </Menu>
  );
}

/** One of the places where a step can be taken; the page names the plan that a missing one needs, and so does the menu. */
function Choice({ place: { link, choice, tiers } }: { place: StartPlace }) {
  const { t } = useTranslation('dashboard');
  const plan = useMissingPlan()(tiers);
  if (!choice) return null;
  const { icon: Icon, label } = choice;
  return (
    <MenuItem asChild>
      <Link {...link}>
        <Icon aria-hidden className="size-4 text-subtle" />
        {t(label)}
        {plan && <span className="ml-auto text-xs text-subtle">{plan}</span>}
      </Link>
    </MenuItem>
  );
}

/** As people are greeted; a name is what somebody typed, so it may be one word or many. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AutomationProblem } from '@waggle/contracts/automations';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { PlanAlert } from '../plan-notice.tsx';
import { Checks } from './checks.tsx';
import { PeoplePlan } from './people-plan.tsx';
import { planQuery } from './queries.ts';
import { type PeoplePlanState, usePeoplePlan } from './use-people-plan.ts';
import { usePublishing } from './use-publishing.ts';

/** What is checked, who is inside and what becomes of each, before people get the new version. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { problems } = useEditor();
  const asked = useAsked();
  const people = usePeoplePlan(asked.plan.data);
  const found = asked.plan.data?.problems ?? problems;
  const inside = asked.plan.data?.inside ?? 0;
  const missing = asked.plan.data?.missing ?? null;
  const words = useDialogWords(inside);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size={inside > 0 ? 'lg' : 'md'}
      title={words.title}
      description={words.description}
      actions={<CompareLink onFollow={onClose} />}
      footer={
        <Footer
          label={words.label}
          found={found}
          people={people}
          isReady={asked.isReady}
          isMissing={missing !== null}
          onClose={onClose}
        />
      }
    >
      {asked.plan.isError ? (
        <CheckFailed plan={asked.plan} />
      ) : (
        <div className="flex flex-col gap-5 pb-2">
          {asked.isWaiting && <SkeletonRows />}
          {missing && <PlanAlert need={missing}>{t(`publish.missing.${missing}`)}</PlanAlert>}
          {inside > 0 && <PeoplePlan plan={people} inside={inside} />}
          <Checks problems={found} onShow={onClose} />
        </div>
      )}
    </Dialog>
  );
}

function CheckFailed({ plan }: { plan: ReturnType<typeof useAsked>['plan'] }) {
  const { t } = useTranslation('automation-editor');
  return (
    <LoadError
      title={t('publish.checkFailed')}
      message={problemText(plan.error)}
      retry={() => void plan.refetch()}
      busy={plan.isFetching}
    />
  );
}

/** What people would get, beside what they get now; the first version has nothing beside it. */
function CompareLink({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { automation } = useEditor();
  if (automation.version === null) return null;
  return (
    <Link
      to="/dashboard/automations/$automationId"
      params={{ automationId: automation.id }}
      search={{ tab: 'versions', version: 'draft' }}
      onClick={onFollow}
      className="py-1.5 text-sm font-medium text-link"
    >
      {t('publish.compare')}
    </Link>
  );
}

function useAsked() {
  const { automation } = useEditor();
  const isSaved = useSavedDraft();
  const plan = useQuery({ ...planQuery(automation.id, automation.draftNo), enabled: isSaved });
  return { plan, isReady: isSaved && plan.data !== undefined, isWaiting: isSaved && plan.isPending };
}

function useDialogWords(inside: number) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation, keeper } = useEditor();
  if (automation.version === null) {
    return {
      title: t('publish.titleFirst', { name: keeper.get().draft.name }),
      description: t('publish.textFirst'),
      label: t('publish.first'),
    };
  }
  const version = number(automation.version + 1);
  return {
    title: t('publish.title', { version }),
    description: inside > 0 ? t('publish.inside', { count: inside, shown: number(inside) }) : t('publish.nobodyInside'),
    label: t('publish.version', { version }),
  };
}

type FooterProps = {
  label: string;
  found: readonly AutomationProblem[];
  people: PeoplePlanState;
  isReady: boolean;
  /** The plan has no room for it. */
  isMissing: boolean;
  onClose: () => void;
};

function Footer({ label, found, people, isReady, isMissing, onClose }: FooterProps) {
  const { t } = useTranslation('automation-editor');
  const text = useUiText();
  const { publish, isPending } = usePublishing(onClose);
  const reasonKey = found.some(({ isBlocking }) => isBlocking)
    ? ('publish.blocked' as const)
    : !isReady
      ? ('publish.checking' as const)
      : isMissing
        ? ('publish.notInPlan' as const)
        : people.isUndecided && ('publish.undecided' as const);
  return (
    <>
      <DialogClose>
        <Button>{text.cancel}</Button>
      </DialogClose>
      <Button
        variant="primary"
        data-autofocus
        busy={isPending}
        busyLabel={t('publish.busy')}
        disabledReason={reasonKey ? t(reasonKey) : undefined}
        onClick={() => publish(people.body)}
      >
        {label}
      </Button>
    </>
  );
}

/** Only what is saved can be published. */
function useSavedDraft(): boolean {
  const { keeper } = useEditor();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void keeper.flush().then(() => isOpen && setSaved(keeper.get().state === 'saved'));
    return () => {
      isOpen = false;
    };
  }, [keeper]);
  return isSaved;
}

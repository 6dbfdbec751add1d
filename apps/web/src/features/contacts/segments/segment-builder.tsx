import { Link, useNavigate } from '@tanstack/react-router';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { Segment } from '@waggle/contracts/segments';
import { RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice, useHolds, type ClientChoice } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { toast } from '#ui/toast-store.ts';
import { useIsPhone } from '#ui/use-media-query.ts';
import { focusValueOf } from './builder-context.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { MatchingRail, showRail } from './matching-rail.tsx';
import { useSaveSegment } from './queries.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RulesAsText } from './rules-as-text.tsx';
import { useRuleCatalogue } from './rule-catalogue.ts';
import { partAt } from './rule-draft.ts';
import { usePreview, useSegmentDraft, type SegmentDraft } from './segment-draft.ts';
import { SegmentName, segmentNameId } from './segment-name.tsx';
import { StickyCount } from './sticky-count.tsx';

type SegmentBuilderProps = {
  /** Absent while a new one is written. */
  segment?: Segment;
  name: string;
  rules: RuleGroup | undefined;
};

export function SegmentBuilder({ segment, name, rules }: SegmentBuilderProps) {
  const { t } = useTranslation('segments');
  const mayChange = useHolds('contacts:write');
  const isPhone = useIsPhone();
  const edited = useSegmentDraft({ name, rules });
  const catalogue = useRuleCatalogue();
  const { preview, waiting } = usePreview(edited.counted.tree);
  const { save, problem, busy, leaving, leave, newOwner } = useSave(segment?.id, edited);
  useShortcuts(mayChange ? { 'mod+s': save } : {});

  const emptiedBy = waiting ? undefined : preview.data?.emptiedBy;
  const emptiedId = emptiedBy ? partAt(emptiedBy, edited.counted) : undefined;
  return (
    <>
      <PageHeader
        breadcrumb={useTrail()}
        title={<SegmentName edited={edited} readOnly={!mayChange} />}
        actions={
          mayChange && (
            <Button variant="primary" busy={busy} busyLabel={t('saving')} onClick={save}>
              {t(isPhone ? 'saveShort' : 'save')}
            </Button>
          )
        }
      />
      <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
        <div className="min-w-0 flex-1 px-7 py-6 max-xl:px-5 max-lg:px-4">
          {problem && (
            <Alert tone="danger" className="mb-4">
              {problem}
            </Alert>
          )}
          <NewSegmentClient choice={newOwner} />
          {mayChange ? (
            <RuleEditor edited={edited} catalogue={catalogue} emptiedId={emptiedId} />
          ) : (
            <RulesAsText tree={edited.counted.tree} catalogue={catalogue} />
          )}
          <p className="mt-7 flex items-center gap-2 text-sm text-muted">
            <RefreshCw aria-hidden className="size-3.5 shrink-0" />
            {t('keepsUp')}
          </p>
        </div>
        <MatchingRail
          segment={segment}
          preview={preview}
          waiting={waiting}
          tree={edited.counted.tree}
          catalogue={catalogue}
          dirty={edited.dirty}
          onDeleted={leave}
          showRule={emptiedId ? () => focusValueOf(emptiedId) : undefined}
        />
      </div>
      <StickyCount answer={preview.data} waiting={waiting} onPress={showRail} />
      <LeaveGuard asks={mayChange && edited.dirty} released={leaving} />
    </>
  );
}

function NewSegmentClient({ choice }: { choice: ClientChoice | undefined }) {
  const { t } = useTranslation('segments');
  const mayChange = useHolds('contacts:write');
  if (!choice?.needed || !mayChange) return null;
  return (
    <div className="mb-5 max-w-sm">
      <ClientField choice={choice} hint={t('clientHint')} />
    </div>
  );
}

function useTrail() {
  const { t } = useTranslation('segments');
  return [
    <Link key="contacts" to="/dashboard/contacts">
      {t('contacts')}
    </Link>,
    <Link key="segments" to="/dashboard/contacts/segments">
      {t('title')}
    </Link>,
  ];
}

/** Checks what is missing, saves, and goes to the address of a new segment. */
function useSave(segmentId: string | undefined, edited: SegmentDraft) {
  const { t } = useTranslation('segments');
  const navigate = useNavigate();
  const saving = useSaveSegment();
  const client = useClientChoice();
  // The address changes right after saving, before this screen knows that nothing is unsaved.
  const leaving = useRef(false);

  const save = () => {
    if (saving.isPending) return;
    const [missing] = edited.incomplete;
    const name = edited.name.trim();
    if (!name || missing) {
      edited.mark();
      if (!name) document.querySelector<HTMLElement>(`#${segmentNameId}`)?.focus();
      else if (missing?.id) focusValueOf(missing.id);
      return;
    }
    if (!segmentId && !client.ask()) return;
    runMutation(
      saving,
      { segmentId, name, rules: edited.counted.tree, ...(!segmentId && client.body) },
      {
        onSuccess: (segment) => {
          edited.noteSaved(segment.name);
          toast({ tone: 'success', title: t('saved'), description: segment.name });
          if (segmentId) return;
          leaving.current = true;
          void navigate({
            to: '/dashboard/contacts/segments/$segmentId',
            params: { segmentId: segment.id },
            replace: true,
          });
        },
      },
    );
  };
  return {
    save,
    newOwner: segmentId ? undefined : client,
    busy: saving.isPending,
    problem: saving.isError ? problemText(saving.error) : undefined,
    leaving,
    /** To the list, after the segment was deleted. */
    leave: () => {
      leaving.current = true;
      void navigate({ to: '/dashboard/contacts/segments' });
    },
  };
}

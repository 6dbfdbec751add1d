import { useQuery } from '@tanstack/react-query';
import { ruleLimits, type RuleGroup } from '@waggle/contracts/contact-rules';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast-store.ts';
import { previewQuery } from './queries.ts';
import { draftOf, fingerprint, fits, incompleteRows, rowsOf, treeOf, type Draft } from './rule-draft.ts';
import { nextRuleId, type GroupDraft } from './rule-query.ts';

type Start = { name: string; rules: RuleGroup | undefined };

/** A new segment opens with the row most people want first. */
function blankDraft(): Draft {
  const draft = draftOf({ match: 'all', rules: [] });
  const row = { id: nextRuleId(), field: 'tag', operator: 'hasAnyOf', value: [] };
  return { ...draft, main: { ...draft.main, rules: [row] } };
}

const rowsIn = ({ main, leaveOut }: Draft) => rowsOf(main).length + rowsOf(leaveOut).length;

/** What is being edited, and whether it differs from what is saved. */
export function useSegmentDraft({ name: firstName, rules }: Start) {
  const { t } = useTranslation('segments');
  const [name, setName] = useState(firstName);
  const [draft, setDraft] = useState(() => (rules ? draftOf(rules) : blankDraft()));
  const [saved, setSaved] = useState(() => ({ name: firstName, print: fingerprint(draft) }));
  const [marked, setMarked] = useState<ReadonlySet<string>>();
  const counted = useMemo(() => treeOf(draft), [draft]);
  const incomplete = incompleteRows(draft);

  const offerUndo = () =>
    toast({ title: t('removed'), action: { label: t('undo'), undo: true, onAction: () => setDraft(draft) } });
  const change = (half: keyof Draft, group: GroupDraft) => {
    const next = { ...draft, [half]: group };
    if (fits(next)) {
      setDraft(next);
      if (rowsIn(next) < rowsIn(draft)) offerUndo();
      return;
    }
    toast({ tone: 'error', title: t('limit', { conditions: ruleLimits.conditions, depth: ruleLimits.depth }) });
  };

  return {
    name,
    setName,
    draft,
    change,
    counted,
    incomplete,
    dirty: name.trim() !== saved.name || fingerprint(draft) !== saved.print,
    /** Undefined until somebody tried to save what was not finished. */
    marked,
    mark: () => setMarked(new Set(incomplete.flatMap(({ id }) => id ?? []))),
    noteSaved: (savedName: string) => {
      setName(savedName);
      setSaved({ name: savedName, print: fingerprint(draft) });
      setMarked(undefined);
    },
  };
}
export type SegmentDraft = ReturnType<typeof useSegmentDraft>;

const previewDelayMs = 400;

/** Who matches, asked 400 ms after the last change; the old answer stays until the new one is there. */
export function usePreview(tree: RuleGroup) {
  const now = JSON.stringify(tree);
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), previewDelayMs);
    return () => clearTimeout(timer);
  }, [now]);

  const rules = useMemo(() => JSON.parse(asked) as RuleGroup, [asked]);
  const preview = useQuery(previewQuery(rules));
  return { preview, waiting: asked !== now || preview.isFetching };
}

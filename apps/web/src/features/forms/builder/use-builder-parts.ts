import { useQuery } from '@tanstack/react-query';
import { problemsOf } from '@waggle/forms/problems';
import { useMemo } from 'react';
import { useUser } from '#features/accounts/index.ts';
import { brandQuery } from './brand-query.ts';
import type { Builder, BuilderTab } from './builder-context.ts';
import { complaintsOf, type FormKeeper, type Kept } from './draft/form-keeper.ts';
import { definitionOf, draftOf } from './state/form-draft.ts';

type Options = Pick<Builder, 'state' | 'commands' | 'readOnly' | 'screen'> & {
  keeper: FormKeeper;
  kept: Kept;
  owner: { clientId?: string | null };
  /** Whether somebody tried to save it. */
  tried: boolean;
  onTab: (tab: BuilderTab) => void;
};

/** What every part of the builder reads. */
export function useBuilderParts({ keeper, kept, owner, tried, onTab, ...shared }: Options): Builder {
  const user = useUser();
  const { record: form } = kept;
  return {
    ...shared,
    ...useShown(kept, tried),
    tried,
    form,
    clientId: form ? form.clientId : (owner.clientId ?? user.activeClientId ?? user.clientId),
    brand: useQuery(brandQuery).data,
    showSettings: () => onTab('settings'),
    replaceDraft: (next) => {
      keeper.replace(next);
      shared.commands.load(draftOf(next));
    },
  };
}

/** What is wrong: at fields at once, of the form itself once somebody tried to save it. */
function useShown({ draft }: Kept, tried: boolean): Pick<Builder, 'problems' | 'complaints'> {
  return useMemo(() => {
    const problems = new Map<string, string[]>();
    const complaints = complaintsOf(draft);
    for (const { fieldId, message } of problemsOf(definitionOf(draft))) {
      if (fieldId !== null) problems.set(fieldId, [...(problems.get(fieldId) ?? []), message]);
      else if (message === 'Form title is required' && tried) complaints['settings.title'] = message;
    }
    return { problems, complaints };
  }, [draft, tried]);
}

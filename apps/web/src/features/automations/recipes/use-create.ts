import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changeStep } from '@waggle/automations/commands';
import { type AutomationDocument, emptyDocument } from '@waggle/contracts/automation-document';
import { type Automation, createAutomation, createStepEmail, saveAutomationDraft } from '@waggle/contracts/automations';
import { updateCampaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { newStepId } from '#lib/step-id.ts';
import { useKeepAutomation } from '../queries.ts';
import { documentOfEmail } from './email-draft.ts';
import { makeRecipe, type RecipeId } from './recipes.ts';
import { type RecipeEmail, useRecipeWords } from './use-recipe-words.ts';

type Owner = { clientId?: string | null };
type New = { name: string; document: AutomationDocument; emails: ReadonlyMap<string, RecipeEmail>; owner: Owner };

/** Makes the emails one after the other, so that the draft knows each as soon as it is there. */
async function create({ name, document, emails, owner }: New): Promise<Automation> {
  const automation = await call(createAutomation, { body: { name, document, ...owner } });
  const params = { automationId: automation.id };
  let written = document;
  for (const [stepId, email] of emails) {
    const body = { stepId, name: email.name, subject: email.subject };
    const { campaignId } = await call(createStepEmail, { params, body });
    await call(updateCampaign, { params: { campaignId }, body: { document: documentOfEmail(email) } });
    written = changeStep(written, stepId, { campaignId });
  }
  if (written === document) return automation;
  return call(saveAutomationDraft, { params, body: { document: written } });
}

/** A new automation from a recipe, or an empty one, and then its editor. */
export function useCreate() {
  const { t } = useTranslation(['automations', 'app']);
  const { t: words } = useTranslation('automation-recipes');
  const recipeWords = useRecipeWords();
  const keep = useKeepAutomation();
  const navigate = useNavigate();
  const creating = useMutation({ mutationFn: create, onSuccess: keep });
  const run = (next: New) =>
    runMutation(creating, next, {
      onSuccess: ({ id }) => navigate({ to: '/dashboard/automations/$automationId', params: { automationId: id } }),
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    });
  return {
    isPending: creating.isPending,
    fromScratch: (owner: Owner) => run({ name: t('untitled'), document: emptyDocument, emails: new Map(), owner }),
    fromRecipe: (id: RecipeId, chosen: string | null, owner: Owner) => {
      const { document, emails } = makeRecipe(id, { newId: newStepId, goalName: words('goalName'), chosen });
      const named = new Map([...emails].map(([stepId, email]) => [stepId, recipeWords.email(id, email)]));
      run({ name: recipeWords.name(id), document, emails: named, owner });
    },
  };
}

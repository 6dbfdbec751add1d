import type { Step } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import type { Icon } from '#ui/icon.ts';
import { stepIcons } from '../words/step-icons.ts';
import { type MarkTone, StepMark } from '../words/step-mark.tsx';
import { useDurationWords } from '../words/use-duration-words.ts';
import { type MadeRecipe, type RecipeId, recipes } from './recipes.ts';
import { useRecipeWords } from './use-recipe-words.ts';

type RecipeStepsProps = { id: RecipeId; recipe: MadeRecipe };

/** The steps of a recipe as they would be read. */
export function RecipeSteps({ id, recipe }: RecipeStepsProps) {
  const { t } = useTranslation('automation-recipes');
  const words = useRecipeWords();
  const titleOf = useTitle(id, recipe);
  return (
    <ol className="flex flex-col gap-4 px-6 py-5">
      <Line icon={recipes[id].icon} tone="start" kind={t('when')} title={words.trigger(id)} />
      {recipe.document.steps.map((step) => (
        <li key={step.id}>
          <LineBody icon={stepIcons[step.kind]} kind={t(`kinds.${step.kind}`)} title={titleOf(step)} />
          {'lanes' in step && (
            <ul className="mt-2 ml-4 flex flex-col gap-2 border-l border-line-strong pl-3.5">
              {step.lanes.map((lane, at) => (
                <li key={lane.id} className="flex items-center gap-2.5 text-sm text-muted">
                  <span className="rounded-sm border border-line-strong px-2 py-0.5 text-xs font-semibold text-ink">
                    {t(at === 0 ? 'yes' : 'no')}
                  </span>
                  {lane.steps.map(titleOf).join(', ')}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function useTitle(id: RecipeId, { emails }: MadeRecipe): (step: Step) => string {
  const { t } = useTranslation('automation-recipes');
  const words = useRecipeWords();
  const duration = useDurationWords();
  return (step) => {
    if (step.kind === 'email') return words.email(id, emails.get(step.id) ?? '').subject;
    if (step.kind === 'wait') return duration(step.for);
    if (step.kind === 'if') return t('ordered');
    if (step.kind === 'goal') return t('goalName');
    return t(step.kind === 'tag' ? 'anyTag' : 'leaves');
  };
}

type LineProps = { icon: Icon; tone?: MarkTone; kind: string; title: string };

const Line = (props: LineProps) => (
  <li>
    <LineBody {...props} />
  </li>
);

function LineBody({ icon, tone, kind, title }: LineProps) {
  return (
    <span className="flex items-center gap-3">
      <StepMark icon={icon} tone={tone} />
      <span className="min-w-0">
        <span className="block text-xs text-muted">{kind}</span>
        <span className="block text-sm font-semibold text-ink">{title}</span>
      </span>
    </span>
  );
}

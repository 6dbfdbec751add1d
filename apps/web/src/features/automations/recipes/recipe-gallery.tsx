import type { Step } from '@waggle/contracts/automation-document';
import { useId, useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { newStepId } from '#lib/step-id.ts';
import { stepIcons } from '../words/step-icons.ts';
import { StepMark } from '../words/step-mark.tsx';
import { makeRecipe, type RecipeId, recipeIds, recipes } from './recipes.ts';
import { useRecipeWords } from './use-recipe-words.ts';

type RecipeGalleryProps = { value: RecipeId; onChange: (id: RecipeId) => void; onUse: (id: RecipeId) => void };

/** Arrows choose, Enter uses. */
export function RecipeGallery({ value, onChange, onUse }: RecipeGalleryProps) {
  const { t } = useTranslation('automation-recipes');
  const name = useId();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onUse(value);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside come up to it
    <fieldset onKeyDown={press} className="grid grid-cols-2 gap-3.5 max-sm:grid-cols-1">
      <legend className="sr-only">{t('title')}</legend>
      {recipeIds.map((id) => (
        <RecipeCard key={id} id={id} name={name} isChosen={id === value} onChoose={() => onChange(id)} />
      ))}
    </fieldset>
  );
}

type RecipeCardProps = { id: RecipeId; name: string; isChosen: boolean; onChoose: () => void };

function RecipeCard({ id, name, isChosen, onChoose }: RecipeCardProps) {
  const words = useRecipeWords();
  return (
    <label
      className={cx(
        'flex min-h-36 cursor-default flex-col rounded-lg border bg-surface p-4 shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'border-ink ring-1 ring-ink' : 'border-line-strong hover:bg-row-hover',
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="sr-only" />
      <StepIcons id={id} isChosen={isChosen} />
      <span className="mt-3 text-sm font-semibold text-ink">{words.name(id)}</span>
      <span className="mt-0.5 text-sm text-muted">{words.about(id)}</span>
      <span className="mt-auto pt-3 text-xs text-muted">{words.volume(id)}</span>
    </label>
  );
}

function StepIcons({ id, isChosen }: { id: RecipeId; isChosen: boolean }) {
  const steps = useMemo(() => makeRecipe(id, { newId: newStepId, goalName: '', chosen: null }).document.steps, [id]);
  return (
    <span aria-hidden className="flex items-center">
      <StepMark icon={recipes[id].icon} tone={isChosen ? 'start' : 'dark'} size={28} />
      {inALine(steps).map(({ id: stepId, kind }) => (
        <span key={stepId} className="flex items-center">
          <span className="h-px w-3 bg-line-strong" />
          <StepMark icon={stepIcons[kind]} size={28} />
        </span>
      ))}
    </span>
  );
}

/** Of lanes, the last: the first of a condition is often the end. */
const inALine = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => ('lanes' in step ? [step, ...inALine(step.lanes.at(-1)?.steps ?? [])] : [step]));

import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { type Catalogue, useCatalogue } from '../catalogue.ts';
import { newStepId } from '#lib/step-id.ts';
import { RecipeSteps } from './recipe-steps.tsx';
import { makeRecipe, type Need, type RecipeId, recipes } from './recipes.ts';
import { useRecipeWords } from './use-recipe-words.ts';

/** Stands for any form or code; ids never look like it. */
const any = 'any';

type RecipeDetailProps = { id: RecipeId; isBusy: boolean; onUse: (chosen: string | null) => void };

/** What the chosen recipe does, and what it needs. */
export function RecipeDetail({ id, isBusy, onUse }: RecipeDetailProps) {
  const { t } = useTranslation('automation-recipes');
  const { number } = useFormat();
  const words = useRecipeWords();
  const [chosen, setChosen] = useState<string>();
  const made = useMemo(() => makeRecipe(id, { newId: newStepId, goalName: '', chosen: null }), [id]);
  const emails = made.emails.size;
  return (
    <aside
      aria-label={words.name(id)}
      className="flex w-88 shrink-0 flex-col border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <header className="border-b border-line px-6 py-4">
          <h2 className="text-md font-semibold text-ink">{words.name(id)}</h2>
          <p className="text-sm text-muted">{words.about(id)}</p>
        </header>
        <RecipeSteps id={id} recipe={made} />
        <div className="flex flex-col gap-4 border-t border-line px-6 py-5">
          {recipes[id].needs && <NeedField id={id} need={recipes[id].needs} value={chosen} onChange={setChosen} />}
          {id === 'abandoned' && <p className="text-sm text-muted">{t('clickHint')}</p>}
          <p className="flex items-center gap-2 text-sm text-ink">
            <CircleCheck aria-hidden className="size-4 text-success-text" />
            {t('drafts', { count: emails, shown: number(emails) })}
          </p>
        </div>
      </div>
      <footer className="border-t border-line px-6 py-4 max-lg:sticky max-lg:bottom-0 max-lg:bg-surface">
        <Button
          variant="primary"
          block
          busy={isBusy}
          busyLabel={t('creating')}
          onClick={() => onUse(chosen && chosen !== any ? chosen : null)}
        >
          {t('use')}
        </Button>
      </footer>
    </aside>
  );
}

const listOf: Record<Need, (catalogue: Catalogue) => readonly { id: string; name: string }[]> = {
  form: ({ forms }) => forms,
  tag: ({ tags }) => tags,
  segment: ({ segments }) => segments,
  code: ({ codes }) => codes,
  campaign: ({ campaigns }) => campaigns,
  field: ({ fields }) =>
    fields.filter(({ type }) => type === 'date').map(({ key, label }) => ({ id: key, name: label })),
};

/** Where what is missing is made. */
const places: Record<Need, string> = {
  form: '/dashboard/forms',
  tag: '/dashboard/contacts/tags',
  segment: '/dashboard/contacts/segments',
  code: '/dashboard/qr-codes',
  campaign: '/dashboard/campaigns',
  field: '/dashboard/contacts',
};

type NeedFieldProps = { id: RecipeId; need: Need; value: string | undefined; onChange: (value: string) => void };

/** A missing one shows where it is made, and the draft can be used without it. */
function NeedField({ id, need, value, onChange }: NeedFieldProps) {
  const { t } = useTranslation('automation-recipes');
  const catalogue = useCatalogue();
  const choices = listOf[need](catalogue).map((one) => ({ value: one.id, label: one.name }));
  const anyWill = recipes[id].anyWill === true;
  if (catalogue.loaded && choices.length === 0) {
    return (
      <p className="text-sm text-muted">
        {t(`missing.${need}`)}{' '}
        <Link to={places[need]} className="font-medium text-link underline underline-offset-2">
          {t(`make.${need}`)}
        </Link>
      </p>
    );
  }
  const options = anyWill
    ? [{ value: any, label: t(`any.${need === 'code' ? 'code' : 'form'}`) }, ...choices]
    : choices;
  return (
    <Field label={t(`needs.${need}`)} hint={anyWill ? undefined : t('later')}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value ?? (anyWill ? any : '')}
          placeholder={t('choose')}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

import { useTranslation } from 'react-i18next';
import type { EmailWords } from './email-draft.ts';
import type { RecipeId } from './recipes.ts';

export type RecipeEmail = EmailWords & { name: string; subject: string };

/** What a recipe says, in the language of whoever uses it. */
export function useRecipeWords() {
  const { t, i18n } = useTranslation('automation-recipes');
  const text = (key: string): string =>
    (i18n.getResource(i18n.language, 'automation-recipes', key) as string | undefined) ?? '';
  return {
    name: (id: RecipeId) => t(`${id}.name`),
    about: (id: RecipeId) => t(`${id}.text`),
    volume: (id: RecipeId) => t(`${id}.volume`),
    trigger: (id: RecipeId) => t(`${id}.trigger`),
    email: (id: RecipeId, email: string): RecipeEmail => {
      const own = (part: string) => text(`${id}.emails.${email}.${part}`);
      const [subject, heading] = [own('subject'), own('heading')];
      return { name: subject, subject, heading, text: own('text'), button: own('button') };
    },
  };
}

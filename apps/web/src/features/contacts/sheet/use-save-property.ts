import type { Contact } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useUpdateContact } from '../queries.ts';

type Change = Omit<Parameters<ReturnType<typeof useUpdateContact>['mutate']>[0], 'contactId'>;
/** What is called, what it becomes, and what it was. */
type Property = { label: string; change: Change; before: Change };

/** The sentence about the field that was edited, where the server said one. */
function reasonOf(error: unknown, change: Change): string {
  const fields = error instanceof ApiProblem ? error.fields : {};
  const said = Object.keys(change).find((name) => fields[name] !== undefined);
  return said === undefined ? problemText(error) : translateSentence(fields[said] ?? '');
}

/** Saves one property and offers to put the old value back; answers why it was refused. */
export function useSaveProperty({ id: contactId }: Pick<Contact, 'id'>) {
  const { t } = useTranslation(['contacts', 'app']);
  const { mutateAsync } = useUpdateContact();

  const failed = (description: string) => toast({ tone: 'error', title: t('app:error'), description });
  const undo = ({ label, before }: Property) =>
    mutateAsync({ contactId, ...before }).then(
      () => toast({ tone: 'success', title: t('sheet.restoredProperty', { label }) }),
      (error: unknown) => failed(problemText(error)),
    );

  const save = async (property: Property): Promise<string | undefined> => {
    const { label, change } = property;
    try {
      await mutateAsync({ contactId, ...change });
    } catch (error) {
      return reasonOf(error, change);
    }
    const action = { label: t('undo'), undo: true, onAction: () => void undo(property) };
    toast({ tone: 'success', title: t('sheet.savedProperty', { label }), action });
    return undefined;
  };
  /** For what is chosen: there is no field to say the reason in. */
  const choose = async (property: Property): Promise<undefined> => {
    const problem = await save(property);
    if (problem !== undefined) failed(problem);
  };
  return { save, choose };
}

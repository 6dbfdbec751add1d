import type { ContactFilter } from '@waggle/contracts/contacts';
import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChosenContacts, ContactActionsContext } from '#lib/registry.ts';
import { BulkAction } from '#ui/bulk-bar.tsx';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';

type LaterActionsProps = { selection: BulkSelection; total: number; filter: ContactFilter };

/** What later features do with those that are ticked. */
export function LaterActions({ selection, total, filter }: LaterActionsProps) {
  const { t } = useTranslation('shell');
  const actions = use(ContactActionsContext);
  const [asked, setAsked] = useState<{ id: string; contacts: ChosenContacts; isDone?: true }>();
  const chosen = (): ChosenContacts => (selection.all ? { filter, total } : { ids: [...selection.ids] });
  /** The bar is gone with the selection, so what is done stays ticked until the dialog has told it. */
  const close = () => {
    setAsked(undefined);
    if (asked?.isDone) selection.clear();
  };
  return (
    <>
      {actions.map(({ id, label, icon }) => (
        <BulkAction key={id} icon={icon} onClick={() => setAsked({ id, contacts: chosen() })}>
          {t(label)}
        </BulkAction>
      ))}
      <Suspense>
        {actions.map(
          ({ id, Dialog }) =>
            asked?.id === id && (
              <Dialog
                key={id}
                contacts={asked.contacts}
                onClose={close}
                onDone={() => setAsked({ ...asked, isDone: true })}
              />
            ),
        )}
      </Suspense>
    </>
  );
}

import type { ContactDetail } from '@waggle/contracts/contacts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClientNames, useClientOptions, useHolds, useUser } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useMoveContact } from '../queries.ts';
import { PropertyRow } from './property-row.tsx';

type Option = ReturnType<typeof useClientOptions>[number];

/** Whose contact it is; agencies only. While all clients are shown it can be given to another. */
export function ClientRow({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const { activeClientId } = useUser();
  const mayWrite = useHolds('contacts:write');
  const options = useClientOptions();
  const names = useClientNames();
  const move = useMove(contact);
  if (options.length === 0) return null;
  const current = options.find(({ clientId }) => clientId === contact.clientId);
  // A deactivated client is no choice any more; its contacts still say whose they are.
  const shown = current?.label ?? names.get(contact.clientId ?? '') ?? t('sheet.formerClient');
  return (
    <PropertyRow
      label={t('columns.client')}
      value={current?.value ?? ''}
      shown={
        <span className="inline-flex max-w-full items-center gap-2 align-middle">
          {current?.leading}
          <span className="truncate">{contact.clientId === null ? t('sheet.noClient') : shown}</span>
        </span>
      }
      options={options}
      onSave={
        mayWrite && activeClientId === null
          ? async (picked) => {
              const target = options.find(({ value }) => value === picked);
              if (target) move(target);
              return undefined;
            }
          : undefined
      }
    />
  );
}

function useMove({ id: contactId, clientId: before }: ContactDetail) {
  const { t } = useTranslation(['contacts', 'app']);
  const moving = useMoveContact();
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const refused = (error: unknown, client: string) => {
    const { code, fields } = error instanceof ApiProblem ? error : { code: '', fields: {} as Record<string, string> };
    const holder = code === 'address_taken' ? fields['contactId'] : undefined;
    toast({
      tone: 'error',
      title: holder ? t('move.taken', { client }) : t('app:error'),
      description: holder ? t('move.takenText') : problemText(error),
      ...(holder && {
        action: {
          label: t('form.openExisting'),
          onAction: () => void navigate({ search: (now) => ({ ...now, contact: holder }) }),
        },
      }),
    });
  };
  const undo = () =>
    runMutation(
      moving,
      { contactId, clientId: before },
      {
        onSuccess: () => toast({ tone: 'success', title: t('move.undone') }),
        onError: (error) => refused(error, ''),
      },
    );
  return ({ clientId, label }: Option) =>
    runMutation(
      moving,
      { contactId, clientId },
      {
        onSuccess: () =>
          toast({
            tone: 'success',
            title: t('move.done', { count: 1, shown: '1', client: label }),
            action: { label: t('undo'), undo: true, onAction: undo },
          }),
        onError: (error) => refused(error, label),
      },
    );
}

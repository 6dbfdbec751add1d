import { mostSelected } from '@waggle/contracts/contact-batches';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useClientOptions } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { BulkAction } from '#ui/bulk-bar.tsx';
import { Menu, MenuItem, MenuLabel } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';
import { useMoveContacts } from '../queries.ts';

type Option = ReturnType<typeof useClientOptions>[number];

/** Gives the ticked contacts to one client. */
export function MoveAction({ selection }: { selection: BulkSelection }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const options = useClientOptions();
  const move = useMoveMany();
  const tooMany = selection.all || selection.ids.size > mostSelected;
  return (
    <Menu align="start" side="top" trigger={<BulkAction icon={Building2}>{t('move.action')}</BulkAction>}>
      {tooMany && <MenuLabel>{t('move.tooMany', { most: number(mostSelected) })}</MenuLabel>}
      {options.map((option) => (
        <MenuItem
          key={option.value}
          leading={option.leading}
          disabled={tooMany}
          onSelect={() => move([...selection.ids], option, selection.clear)}
        >
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function useMoveMany() {
  const { t } = useTranslation(['contacts', 'app']);
  const { number } = useFormat();
  const moving = useMoveContacts();
  const failed = (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
  const undo = (moved: { id: string; fromClientId: string | null }[]) => {
    const back = Map.groupBy(moved, ({ fromClientId }) => fromClientId);
    const moves = [...back].map(([clientId, people]) => ({ clientId, ids: people.map(({ id }) => id) }));
    runMutation(moving, moves, {
      onSuccess: () => toast({ tone: 'success', title: t('move.undone') }),
      onError: failed,
    });
  };
  return (ids: string[], { clientId, label: client }: Option, onDone: () => void) =>
    runMutation(moving, [{ ids, clientId }], {
      onSuccess: ({ moved, taken }) => {
        onDone();
        const count = moved.length;
        toast({
          tone: count > 0 ? 'success' : 'info',
          title: count > 0 ? t('move.done', { count, shown: number(count), client }) : t('move.nobody'),
          description: taken > 0 ? t('move.stayed', { count: taken, shown: number(taken), client }) : undefined,
          ...(count > 0 && { action: { label: t('undo'), undo: true, onAction: () => undo(moved) } }),
        });
      },
      onError: failed,
    });
}

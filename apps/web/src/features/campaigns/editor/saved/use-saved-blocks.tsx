import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailBlock } from '@waggle/contracts/email-document';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import type { EditorCommands } from '../state/commands.ts';
import { DeleteSaved } from './delete-saved.tsx';
import { NameSaved } from './name-saved.tsx';
import { type Owner, savedBlockQuery, savedBlocksQuery } from './queries.ts';
import type { SavedBlocks, SavedItem } from './saved-context.ts';

type Layer = { save: EmailBlock } | { rename: SavedItem } | { remove: SavedItem };
type Options = { owner: { clientId: Owner } | undefined; readOnly: boolean; commands: EditorCommands };

/** The saved blocks of the client whose email this is, and the dialogs about them. */
export function useSavedBlocks({ owner, readOnly, commands }: Options): {
  saved: SavedBlocks | null;
  layer: ReactNode;
} {
  const isOn = owner !== undefined && !readOnly;
  const items = useQuery({ ...savedBlocksQuery(owner?.clientId), enabled: isOn }).data?.items as
    | SavedItem[]
    | undefined;
  const [layer, setLayer] = useState<Layer>();
  const insert = useInsert(commands);
  const saved = useMemo(
    (): SavedBlocks | null =>
      isOn
        ? {
            items: items ?? [],
            insert,
            save: (block) => setLayer({ save: block }),
            rename: (item) => setLayer({ rename: item }),
            remove: (item) => setLayer({ remove: item }),
          }
        : null,
    [isOn, items, insert],
  );
  const close = () => setLayer(undefined);
  return {
    saved,
    layer:
      layer &&
      ('remove' in layer ? (
        <DeleteSaved item={layer.remove} onClose={close} />
      ) : (
        <NameSaved what={layer} clientId={owner?.clientId} onClose={close} />
      )),
  };
}

function useInsert(commands: EditorCommands): SavedBlocks['insert'] {
  const { t } = useTranslation('email-editor');
  const client = useQueryClient();
  return useMemo(
    () =>
      ({ id, name }, place) =>
        void client.fetchQuery({ ...savedBlockQuery(id), staleTime: 60_000 }).then(
          ({ block }) => announce(commands.insert(block, place) ? t('saved.inserted', { name }) : t('block.full')),
          (error: unknown) => toast({ tone: 'error', title: t('saved.notInserted'), description: problemText(error) }),
        ),
    [client, commands, t],
  );
}

import type { ContactView } from '@waggle/contracts/contact-views';
import { ChevronDown, Layers2, Pencil, Plus, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCreateView, useDeleteView, useUpdateView } from './queries.ts';
import { useViews, type ViewPlace, type Views } from './use-views.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Which view the list shows, and the way to the others. */
export function ViewMenu(place: ViewPlace) {
  const { t } = useTranslation('contacts');
  const views = useViews(place);
  const { current, isChanged } = views;
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const name = current?.name ?? t('views.everybody');
  const label = t('views.label', { name });
  const mayAdd = useHolds('contacts:write');
  // There is nothing to choose from, and nothing this person could add.
  if (!mayAdd && views.query.isSuccess && views.items.length === 0) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            variant="ghost"
            size="sm"
            icon={Layers2}
            iconEnd={ChevronDown}
            // It stands for the text inside, which says that something is changed.
            aria-label={isChanged ? `${label}, ${t('views.changed')}` : label}
          >
            <span className="max-w-40 truncate">{name}</span>
            {isChanged && <span className="ml-1.5 text-subtle">{t('views.changed')}</span>}
          </Button>
        }
      >
        <ViewList views={views} />
        <ViewActions views={views} onDialog={setDialog} />
      </Menu>
      {dialog && (
        <ViewDialog
          view={dialog === 'rename' ? current : undefined}
          state={views.now}
          onSaved={({ id }) => {
            // A form that is still there would ask whether it may be left.
            flushSync(() => setDialog(undefined));
            views.name(id);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

function ViewList({ views: { query, items, current, show } }: { views: Views }) {
  const { t } = useTranslation(['contacts', 'ui']);
  const [own, shared] = [items.filter((view) => !view.shared), items.filter((view) => view.shared)];
  const choose = (id: string) => show(items.find((view) => view.id === id) ?? null);
  const choiceOf = ({ id, name }: ContactView) => ({ value: id, label: name });
  return (
    <>
      <MenuChoices
        value={current?.id ?? ''}
        onValueChange={choose}
        options={[{ value: '', label: t('views.everybody') }, ...own.map(choiceOf)]}
      />
      {shared.length > 0 && (
        <>
          <MenuLabel>{t('views.shared')}</MenuLabel>
          <MenuChoices value={current?.id ?? ''} onValueChange={choose} options={shared.map(choiceOf)} />
        </>
      )}
      {query.isPending && <MenuItem disabled>{t('ui:loading')}</MenuItem>}
      {query.isError && (
        <MenuItem
          description={problemText(query.error)}
          onSelect={(event) => {
            event.preventDefault();
            void query.refetch();
          }}
        >
          {t('views.failed')}
        </MenuItem>
      )}
    </>
  );
}

type ViewActionsProps = { views: Views; onDialog: (dialog: 'new' | 'rename') => void };

function ViewActions({ views, onDialog }: ViewActionsProps) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { keep, share, remove } = useViewChanges(views);
  const { current, isChanged } = views;
  if (!mayWrite) return null;
  return (
    <>
      <MenuSeparator />
      {current && isChanged && (
        <MenuItem icon={Save} onSelect={() => keep(current)}>
          {t('views.keep')}
        </MenuItem>
      )}
      <MenuItem icon={Plus} onSelect={() => onDialog('new')}>
        {t('views.add')}
      </MenuItem>
      {current && (
        <>
          <MenuItem icon={Pencil} onSelect={() => onDialog('rename')}>
            {t('views.rename')}
          </MenuItem>
          {!current.shared && (
            <MenuItem icon={Users} onSelect={() => share(current)}>
              {t('views.share')}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => remove(current)}>
            {t('views.delete')}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** What needs no question: each can be taken back or done again. */
function useViewChanges({ now, show, name }: Views) {
  const { t } = useTranslation('contacts');
  const [create, update, remove] = [useCreateView(), useUpdateView(), useDeleteView()];
  const onError = (error: Error) =>
    toast({ tone: 'error', title: t('views.refused'), description: problemText(error) });
  const told = (title: string, description: string) => () => toast({ tone: 'success', title, description });
  const restore = (view: ContactView) =>
    runMutation(create, { name: view.name, shared: view.shared, state: view.state }, { onSuccess: show, onError });
  return {
    keep: (view: ContactView) =>
      runMutation(update, { viewId: view.id, state: now }, { onSuccess: told(t('views.saved'), view.name), onError }),
    share: (view: ContactView) =>
      runMutation(
        update,
        { viewId: view.id, shared: true },
        { onSuccess: told(t('views.isShared'), view.name), onError },
      ),
    remove: (view: ContactView) =>
      runMutation(remove, view.id, {
        onSuccess: () => {
          name(undefined);
          toast({
            tone: 'success',
            title: t('views.deleted'),
            description: view.name,
            action: { label: t('undo'), onAction: () => restore(view) },
          });
        },
        onError,
      }),
  };
}

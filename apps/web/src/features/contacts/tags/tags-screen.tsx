import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Tag } from '@waggle/contracts/tags';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, type PhoneRow } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { ContactsTabs } from '../contacts-tabs.tsx';
import { tagsQuery } from '../queries.ts';
import { DeleteTag } from './delete-tag.tsx';
import { MergeTag } from './merge-tag.tsx';
import { NewTagForm } from './new-tag-form.tsx';
import { TagActions, useTagColumns } from './tag-columns.tsx';

const byId = ({ id }: Tag) => id;

function CreateTag({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('contacts');
  const isPhone = useIsPhone();
  const shared = { variant: 'primary', icon: Plus, onClick } as const;
  return isPhone ? (
    <IconButton {...shared} label={t('tags.create')} />
  ) : (
    <Button {...shared}>{t('tags.create')}</Button>
  );
}

export function TagsScreen() {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const { add = false } = useSearch({ from: '/dashboard/contacts/tags' });
  const navigate = useNavigate({ from: '/dashboard/contacts/tags' });
  const setAdding = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: open || undefined }), replace: true });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={t('tabs.tags')} actions={mayWrite && <CreateTag onClick={() => setAdding(true)} />} />
      <ContactsTabs />
      <TagList onAdd={mayWrite ? () => setAdding(true) : undefined} />
      {mayWrite && add && <NewTagDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function NewTagDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts');
  return (
    <Dialog open onOpenChange={onClose} title={t('tags.createTitle')}>
      <NewTagForm
        variant="primary"
        onCreated={({ name }) => {
          onClose();
          toast({ tone: 'success', title: t('tags.created', { name }) });
        }}
      />
    </Dialog>
  );
}

function TagList({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const singleKeys = useSingleKeys();
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const tags = useQuery(tagsQuery(list.query));
  const [asked, setAsked] = useState<{ tag: Tag; what: 'merge' | 'delete' }>();
  const columns = useTagColumns((tag, what) => setAsked({ tag, what }));
  const close = () => setAsked(undefined);
  const phoneRow = (tag: Tag): PhoneRow => ({
    leading: <span aria-hidden className="size-3 rounded-full" style={{ background: tag.color }} />,
    title: tag.name,
    subtitle: t('tags.contactCount', { count: tag.contacts, shown: number(tag.contacts) }),
    aside: onAdd && <TagActions tag={tag} onAsk={(what) => setAsked({ tag, what })} />,
  });

  return (
    <>
      <PageToolbar>
        <SearchInput
          label={t('tags.search')}
          placeholder={t('tags.search')}
          value={list.search}
          onValueChange={list.setSearch}
          hotkey={singleKeys}
          className="sm:max-w-60"
        />
      </PageToolbar>
      {tags.isError ? (
        <LoadError
          title={t('tags.failed')}
          message={problemText(tags.error)}
          retry={() => list.retry(tags)}
          busy={tags.isFetching}
        />
      ) : (
        <DataTable
          label={t('tabs.tags')}
          columns={columns}
          rows={tags.data?.items}
          rowId={byId}
          refreshing={tags.isPlaceholderData}
          sort={list.order}
          onSortChange={list.setOrder}
          phoneRow={phoneRow}
          pagination={tags.data && list.pagination(tags.data.total, tags.data.nextCursor)}
          empty={<NoTags search={list.search} clear={() => list.setSearch('')} onAdd={onAdd} />}
        />
      )}
      {asked?.what === 'merge' && <MergeTag tag={asked.tag} onClose={close} />}
      {asked?.what === 'delete' && <DeleteTag tag={asked.tag} onClose={close} />}
    </>
  );
}

type NoTagsProps = { search: string; clear: () => void; onAdd: (() => void) | undefined };

function NoTags({ search, clear, onAdd }: NoTagsProps) {
  const { t } = useTranslation('contacts');
  const text = useUiText();
  if (search) {
    return (
      <EmptyState title={t('tags.notFound')} action={<Button onClick={clear}>{text.clearFilters}</Button>}>
        {t('tags.noMatch', { search })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('tags.none')}
      action={
        onAdd && (
          <Button icon={Plus} onClick={onAdd}>
            {t('tags.createFirst')}
          </Button>
        )
      }
    >
      {t('tags.noneText')}
    </EmptyState>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Ellipsis, FileClock, ListTodo, PencilLine, Plus, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useNoRoom } from './plan-limit.tsx';
import { summaryQuery } from './queries.ts';

type HeaderActions = {
  /** The empty list holds the primary button instead. */
  quiet: boolean;
  onAdd: () => void;
  onImport: () => void;
  onExport: () => void;
  onFields: () => void;
};

/** Title with how many there are in all; what can be done with the whole list at its right. */
export function ContactsHeader(actions: HeaderActions) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const { data } = useQuery(summaryQuery);
  return (
    <PageHeader title={t('title')} count={data && format.number(data.total)} actions={<HeaderButtons {...actions} />} />
  );
}

function HeaderButtons(actions: HeaderActions) {
  const { t } = useTranslation('contacts');
  const wide = useMediaQuery('(min-width: 64rem)');
  const mayWrite = useHolds('contacts:write');
  const noRoom = useNoRoom();
  const variant = actions.quiet ? 'secondary' : 'primary';
  if (!mayWrite) return <MoreMenu {...actions} compact={false} />;

  return (
    <>
      <MoreMenu {...actions} compact={!wide} noRoom={noRoom} />
      {wide && (
        <>
          <Button icon={Upload} disabledReason={noRoom} onClick={actions.onImport}>
            {t('import')}
          </Button>
          <Button icon={Download} onClick={actions.onExport}>
            {t('export')}
          </Button>
        </>
      )}
      {wide ? (
        <Button variant={variant} icon={Plus} disabledReason={noRoom} onClick={actions.onAdd}>
          {t('add')}
        </Button>
      ) : (
        <IconButton variant={variant} icon={Plus} label={t('add')} disabledReason={noRoom} onClick={actions.onAdd} />
      )}
    </>
  );
}

type MoreMenuProps = HeaderActions & {
  /** Import and Export move in here where there is no room beside the title. */
  compact: boolean;
  noRoom?: string | undefined;
};

function MoreMenu({ onImport, onExport, onFields, compact, noRoom }: MoreMenuProps) {
  const { t } = useTranslation(['contacts', 'contact-sheet']);
  const mayWrite = useHolds('contacts:write');
  return (
    <Menu trigger={<IconButton label={t('more')} icon={Ellipsis} />}>
      {compact && (
        <>
          <MenuItem icon={Upload} disabled={noRoom !== undefined} description={noRoom} onSelect={onImport}>
            {t('import')}
          </MenuItem>
          <MenuItem icon={Download} onSelect={onExport}>
            {t('export')}
          </MenuItem>
        </>
      )}
      {mayWrite && (
        <MenuItem icon={PencilLine} onSelect={onFields}>
          {t('fields')}
        </MenuItem>
      )}
      {mayWrite && (
        <MenuItem asChild>
          <Link to="/dashboard/contacts/imports">
            <FileClock aria-hidden className="size-4 text-subtle" />
            {t('imports')}
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/dashboard/contacts" search={{ tasks: true }}>
          <ListTodo aria-hidden className="size-4 text-subtle" />
          {t('contact-sheet:tasks.mine')}
        </Link>
      </MenuItem>
    </Menu>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { Download, Ellipsis, Palette, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery, useUser } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useMayChange } from '../plan-lock.tsx';
import { ChangeItems, EditItem } from '../qr-code-menu.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useDownload } from '../use-download.ts';

export type DetailLayer = 'edit' | 'design' | 'delete';

type QrCodeHeaderProps = { code: QrCode; size: number; onOpen: (layer: DetailLayer) => void };

export function QrCodeHeader({ code, size, onOpen }: QrCodeHeaderProps) {
  const { t } = useTranslation('links');
  return (
    <PageHeader
      title={code.name}
      breadcrumb={[
        <Link key="list" to="/dashboard/qr-codes" search={{}}>
          {t('title')}
        </Link>,
      ]}
      status={
        <>
          <StatusBadge isActive={code.isActive} />
          <ClientCell clientId={code.clientId} />
        </>
      }
      actions={<Actions code={code} size={size} onOpen={onOpen} />}
    />
  );
}

/** Whose code it is, while all clients are shown; the header says it otherwise. */
function ClientCell({ clientId }: { clientId: string | null }) {
  const { activeClientId } = useUser();
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const { data } = useQuery({ ...clientChoicesQuery, enabled: isAgency && clientId !== null });
  const client = data?.items.find(({ id }) => id === clientId);
  if (!client || activeClientId !== null) return null;
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-muted max-lg:hidden">
      <Hexagon name={client.name} size={20} />
      <span className="truncate">{client.name}</span>
    </span>
  );
}

function Actions({ code, size, onOpen }: QrCodeHeaderProps) {
  const { t } = useTranslation('links');
  const wide = useMediaQuery('(min-width: 64rem)');
  const { mayWrite, locked } = useMayChange();
  const { download, busy } = useDownload(code);
  const shared = { variant: 'primary', icon: Download, busy: busy !== undefined } as const;
  return (
    <>
      {mayWrite && <MoreMenu code={code} compact={!wide} onOpen={onOpen} />}
      {mayWrite && wide && (
        <>
          <Button icon={Pencil} disabledReason={locked} onClick={() => onOpen('edit')}>
            {t('edit')}
          </Button>
          <Button icon={Palette} disabledReason={locked} onClick={() => onOpen('design')}>
            {t('design')}
          </Button>
        </>
      )}
      {wide ? (
        <Button {...shared} onClick={() => download({ size })}>
          {t('download')}
        </Button>
      ) : (
        <IconButton {...shared} label={t('download')} onClick={() => download({ size })} />
      )}
    </>
  );
}

type MoreMenuProps = {
  code: QrCode;
  /** Edit and Design move in here where there is no room beside the title. */
  compact: boolean;
  onOpen: (layer: DetailLayer) => void;
};

function MoreMenu({ code, compact, onOpen }: MoreMenuProps) {
  const { t } = useTranslation('links');
  const { locked } = useMayChange();
  return (
    <Menu trigger={<IconButton label={t('menuOf', { name: code.name })} icon={Ellipsis} />}>
      {compact && (
        <>
          <EditItem onEdit={() => onOpen('edit')} />
          <MenuItem
            icon={Palette}
            disabled={locked !== undefined}
            description={locked}
            onSelect={() => onOpen('design')}
          >
            {t('design')}
          </MenuItem>
        </>
      )}
      <ChangeItems code={code} onDelete={() => onOpen('delete')} />
    </Menu>
  );
}

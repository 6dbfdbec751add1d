import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { ContactsTabs } from '../contacts-tabs.tsx';
import { newImport, useImportAddress } from '../import/import-address.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { AddSuppressionDialog } from './add-suppression-dialog.tsx';
import { SuppressionList } from './suppression-list.tsx';

/** Who is never written to, and why. */
export function SuppressionsScreen() {
  const { t } = useTranslation('contacts-import');
  const mayWrite = useHolds('contacts:write');
  const { import: importing } = useSearch({ strict: false }) as { import?: string };
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const stopImporting = () =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, import: undefined }), replace: true } as never);
  return (
    <>
      <PageHeader title={t('suppressed.title')} actions={mayWrite && <Actions onAdd={() => setAdding(true)} />} />
      <ContactsTabs />
      <SuppressionList onAdd={mayWrite ? () => setAdding(true) : undefined} />
      {mayWrite && adding && <AddSuppressionDialog onClose={() => setAdding(false)} />}
      {mayWrite && importing && <ImportDialog kind="suppressions" onClose={stopImporting} />}
    </>
  );
}

function Actions({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('contacts-import');
  const address = useImportAddress();
  const isPhone = useIsPhone();
  const onImport = () => address.show(newImport);
  if (isPhone) {
    return (
      <Menu trigger={<IconButton label={t('suppressed.add')} icon={Plus} variant="primary" />}>
        <MenuItem icon={Plus} onSelect={onAdd}>
          {t('suppressed.add')}
        </MenuItem>
        <MenuItem icon={Upload} onSelect={onImport}>
          {t('suppressed.import')}
        </MenuItem>
      </Menu>
    );
  }
  return (
    <>
      <Button icon={Upload} onClick={onImport}>
        {t('suppressed.import')}
      </Button>
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        {t('suppressed.add')}
      </Button>
    </>
  );
}

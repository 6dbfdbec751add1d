import { FileArchive, Printer, Tag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostCodesNamed } from '@waggle/contracts/qr-labels';
import { BulkAction, BulkBar } from '#ui/bulk-bar.tsx';
import { DownloadZip } from '../bulk/download-zip.tsx';
import { PrintSheet } from '../bulk/print-sheet.tsx';
import { useMayChange } from '../plan-lock.tsx';
import { AssignLabel } from '../labels/assign-label.tsx';
import { chosenCodes } from './chosen-codes.ts';
import type { QrCodesList } from './use-qr-codes-list.ts';

/** What can be done with the chosen codes. More than one call may name are not offered. */
export function QrBulkBar({ codes, total }: { codes: QrCodesList; total: number }) {
  const { t } = useTranslation('links');
  const { locked } = useMayChange();
  const [asked, setAsked] = useState<'label' | 'sheet' | 'zip'>();
  const close = () => setAsked(undefined);
  const codesOf = () => chosenCodes(codes);
  return (
    <>
      <BulkBar selection={codes.selection} total={total} canSelectAll={total <= mostCodesNamed}>
        {!locked && (
          <BulkAction icon={Tag} onClick={() => setAsked('label')}>
            {t('labels.assign')}
          </BulkAction>
        )}
        <BulkAction icon={Printer} onClick={() => setAsked('sheet')}>
          {t('sheet.title')}
        </BulkAction>
        <BulkAction icon={FileArchive} onClick={() => setAsked('zip')}>
          {t('zip.title')}
        </BulkAction>
      </BulkBar>
      {asked === 'label' && <AssignLabel codes={codes} onClose={close} />}
      {asked === 'sheet' && <PrintSheet count={codes.selection.count(total)} codesOf={codesOf} onClose={close} />}
      {asked === 'zip' && <DownloadZip codesOf={codesOf} onClose={close} />}
    </>
  );
}

import type { QrDesign } from '@waggle/contracts/qr-design';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { CheckedCodes } from './checked-codes.tsx';
import { ChooseCodes, type CheckedFile } from './choose-codes.tsx';
import { DownloadZip } from './download-zip.tsx';
import { ImportDesign } from './import-design.tsx';
import { useCreateQrCodes } from './queries.ts';

type Made = { qrCodeIds: string[]; isNew: boolean; createdAt: string };

/** A file of names and targets becomes codes: choose, look at what was found, create, take the pictures. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('links');
  const [file, setFile] = useState<CheckedFile>();
  const [made, setMade] = useState<Made>();
  const [again, setAgain] = useState<string>();
  const [zipping, setZipping] = useState(false);
  if (zipping && made) return <DownloadZip codesOf={async () => made.qrCodeIds} onClose={onClose} />;
  if (made)
    return (
      <Finished
        made={made}
        onAgain={() => {
          setAgain(made.createdAt);
          setMade(undefined);
        }}
        onZip={() => setZipping(true)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('bulk.title')}
      description={file ? file.name : t('bulk.text')}
    >
      {file ? (
        <Rows file={file} again={again} onBack={() => setFile(undefined)} onMade={setMade} />
      ) : (
        <ChooseCodes onFile={setFile} />
      )}
    </Dialog>
  );
}

type RowsProps = {
  file: CheckedFile;
  again: string | undefined;
  onBack: () => void;
  onMade: (made: Made) => void;
};

function Rows({ file, again, onBack, onMade }: RowsProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const create = useCreateQrCodes();
  const client = useClientChoice();
  const [design, setDesign] = useState<QrDesign>();
  const [fault, setFault] = useState<string>();
  const good = file.rows.filter(({ error }) => error === null);
  const send = async () => {
    if (!client.ask()) return;
    setFault(undefined);
    const rows = good.map(({ name, targetUrl, labels }) => ({ name, targetUrl, labels }));
    try {
      onMade(await create.mutateAsync({ rows, ...client.body, ...(design && { design }), ...(again && { again }) }));
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <ClientField choice={client} />
      <CheckedCodes rows={file.rows} />
      {good.length > 0 && <ImportDesign design={design} onDesign={setDesign} />}
      {again && <Alert tone="warning">{t('bulk.againText')}</Alert>}
      {fault && <Alert tone="danger">{fault}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" className="mr-auto -ml-2.5" onClick={onBack}>
          {t('bulk.other')}
        </Button>
        <Button
          variant="primary"
          busy={create.isPending}
          busyLabel={t('form.creating')}
          disabledReason={good.length === 0 ? t('bulk.noGood') : undefined}
          onClick={() => void send()}
        >
          {t('bulk.create', { count: good.length, shown: format.number(good.length) })}
        </Button>
      </div>
    </div>
  );
}

type FinishedProps = { made: Made; onAgain: () => void; onZip: () => void; onClose: () => void };

/** The same file once more makes nothing unless somebody says so. */
function Finished({ made: { qrCodeIds, isNew, createdAt }, onAgain, onZip, onClose }: FinishedProps) {
  const { t } = useTranslation('links');
  const text = useUiText();
  const format = useFormat();
  const counted = { count: qrCodeIds.length, shown: format.number(qrCodeIds.length) };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isNew ? t('bulk.created', counted) : t('bulk.before')}
      description={isNew ? t('bulk.createdText') : t('bulk.beforeText', { when: format.fullDate(createdAt) })}
      footer={
        <>
          {!isNew && (
            <Button variant="ghost" className="mr-auto -ml-2.5" onClick={onAgain}>
              {t('bulk.again')}
            </Button>
          )}
          <Button onClick={onClose}>{text.close}</Button>
          <Button variant="primary" data-autofocus onClick={onZip}>
            {t('zip.title')}
          </Button>
        </>
      }
    />
  );
}

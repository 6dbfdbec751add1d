import { maxQrFileBytes, mostQrRows, type checkQrFile } from '@waggle/contracts/qr-bulk';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { saveFile } from '#ui/save-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useCheckFile } from './queries.ts';

export type CheckedFile = { name: string; rows: ReplyOf<typeof checkQrFile>['rows'] };

const example = `name,target url,labels
Table 1,https://example.com/menu?table=1,Tables
Table 2,https://example.com/menu?table=2,Tables
Window,https://example.com/offers,"Windows; Summer"
`;

type OnFile = (file: CheckedFile) => void;

function useFile(onFile: OnFile) {
  const { t } = useTranslation('links');
  const check = useCheckFile();
  const [fault, setFault] = useState<string>();
  const take = async (file: File) => {
    if (file.size > maxQrFileBytes) return setFault(t('bulk.tooLarge'));
    setFault(undefined);
    try {
      onFile({ name: file.name, ...(await check.mutateAsync(file)) });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return { take, fault, busy: check.isPending };
}

export function ChooseFile({ onFile }: { onFile: OnFile }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { take, fault, busy } = useFile(onFile);
  return (
    <div
      className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) void take(file);
      }}
    >
      <p className="max-w-[46ch] text-sm text-muted">{t('bulk.columns', { most: format.number(mostQrRows) })}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t('bulk.choose')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
      <Button
        variant="primary"
        icon={FileUp}
        busy={busy}
        busyLabel={t('bulk.checking')}
        onClick={() => input.current?.click()}
      >
        {t('bulk.choose')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={Download}
        onClick={() => saveFile(new Blob([example], { type: 'text/csv' }), 'qr_codes_example.csv')}
      >
        {t('bulk.example')}
      </Button>
      {fault && (
        <Alert tone="danger" className="text-left">
          {fault}
        </Alert>
      )}
    </div>
  );
}

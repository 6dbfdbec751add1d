import type { ReplyOf } from '@waggle/contracts/endpoint';
import { type checkPurchaseFile, mostPurchaseRows } from '@waggle/contracts/purchases';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { saveFile } from '#ui/save-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useCheckFile } from '../../queries.ts';

export type CheckedFile = { name: string; rows: ReplyOf<typeof checkPurchaseFile>['rows'] };

const mostBytes = 1_048_576;
const example = `email,amount,currency,date,order,description
hannah@example.com,45.50,USD,2026-05-30,1001,Tune-up
theo@example.com,120.00,USD,2026-05-31,1002,Two new tires
`;

type OnFile = (file: CheckedFile) => void;

function useFile(onFile: OnFile) {
  const { t } = useTranslation('revenue-settings');
  const check = useCheckFile();
  const [fault, setFault] = useState<string>();
  const take = async (file: File) => {
    if (file.size > mostBytes) return setFault(t('file.tooLarge'));
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
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
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
      <p className="max-w-[46ch] text-sm text-muted">{t('file.columns', { most: number(mostPurchaseRows) })}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t('file.choose')}
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
        busyLabel={t('file.checking')}
        onClick={() => input.current?.click()}
      >
        {t('file.choose')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={Download}
        onClick={() => saveFile(new Blob([example], { type: 'text/csv' }), 'purchases_example.csv')}
      >
        {t('file.example')}
      </Button>
      {fault && (
        <Alert tone="danger" className="text-left">
          {fault}
        </Alert>
      )}
    </div>
  );
}

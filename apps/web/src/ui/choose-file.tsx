import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

type ChooseFileProps = {
  /** Which columns it has, and how many rows at most. */
  text: string;
  choose: string;
  checking: string;
  example: { label: string; name: string; content: string };
  /** Answers what is wrong with the file, or nothing once it is taken. */
  onFile: (file: File) => Promise<string | undefined>;
};

/** One CSV file, chosen or dropped. */
export function ChooseFile({ text, choose, checking, example, onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    setBusy(true);
    setFault(await onFile(file));
    setBusy(false);
  };
  return (
    <div
      className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p className="max-w-[46ch] text-sm text-muted">{text}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={choose}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          void take(file);
        }}
      />
      <Button variant="primary" icon={FileUp} busy={busy} busyLabel={checking} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={Download}
        onClick={() => saveFile(new Blob([example.content], { type: 'text/csv' }), example.name)}
      >
        {example.label}
      </Button>
      {fault && (
        <Alert tone="danger" className="text-left">
          {fault}
        </Alert>
      )}
    </div>
  );
}

import { delimiters, encodings, type Import } from '@waggle/contracts/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Popover } from '#ui/popover.tsx';
import { Select } from '#ui/select.tsx';
import { useOpenImport } from './queries.ts';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
const encodingNames: Record<(typeof encodings)[number], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  shift_jis: 'Shift JIS',
};

/** How the file was read, and the way to read it otherwise. */
export function FileFormat({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const { encoding, delimiter } = found;
  if (encoding === null || delimiter === null) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-1.5 text-xs text-subtle">
      {t('format.read', {
        encoding: encodingNames[encoding],
        delimiter: t(`format.delimiters.${delimiterNames[delimiter]}`),
      })}
      <Popover
        label={t('format.title')}
        className="w-72"
        trigger={
          <button type="button" className="min-h-6 font-medium text-link underline underline-offset-2">
            {t('format.change')}
          </button>
        }
      >
        <FormatForm importId={found.id} encoding={encoding} delimiter={delimiter} />
      </Popover>
    </p>
  );
}

type Format = { encoding: (typeof encodings)[number]; delimiter: (typeof delimiters)[number] };

function FormatForm({ importId, ...now }: Format & { importId: string }) {
  const { t } = useTranslation('contacts-import');
  const open = useOpenImport();
  const [wanted, setWanted] = useState<Format>(now);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-muted">{t('format.text')}</p>
      <Field label={t('format.encoding')}>
        {(control) => (
          <Select
            {...control}
            value={wanted.encoding}
            onValueChange={(encoding) => setWanted({ ...wanted, encoding: encoding as Format['encoding'] })}
            options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
          />
        )}
      </Field>
      <Field label={t('format.delimiter')}>
        {(control) => (
          <Select
            {...control}
            value={wanted.delimiter}
            onValueChange={(delimiter) => setWanted({ ...wanted, delimiter: delimiter as Format['delimiter'] })}
            options={delimiters.map((value) => ({ value, label: t(`format.delimiters.${delimiterNames[value]}`) }))}
          />
        )}
      </Field>
      {open.isError && <Alert tone="danger">{problemText(open.error)}</Alert>}
      <Button
        busy={open.isPending}
        busyLabel={t('format.applying')}
        onClick={() => open.mutate({ importId, ...wanted })}
      >
        {t('format.apply')}
      </Button>
    </div>
  );
}

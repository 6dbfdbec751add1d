import { papers, sheetLimits } from '@waggle/contracts/qr-bulk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { unitOfZone } from '../units.ts';
import { useSheet } from './queries.ts';

type PrintSheetProps = { count: number; codesOf: () => Promise<string[]>; onClose: () => void };
type Paper = (typeof papers)[number];

/** Where inches are used, so is US Letter. */
const usualPaper = (): Paper =>
  unitOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone) === 'in' ? 'letter' : 'a4';

function useSheetForm({ codesOf, onClose }: Omit<PrintSheetProps, 'count'>) {
  const { t } = useTranslation('links');
  const sheet = useSheet();
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [columns, setColumns] = useState(3);
  const [rows, setRows] = useState(4);
  const [names, setNames] = useState(true);
  const [fault, setFault] = useState<string>();
  const print = async () => {
    setFault(undefined);
    try {
      const name = await sheet.mutateAsync({ qrCodeIds: await codesOf(), paper, columns, rows, names });
      onClose();
      toast({ tone: 'success', title: t('downloaded'), description: name });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return { paper, setPaper, columns, setColumns, rows, setRows, names, setNames, fault, print, busy: sheet.isPending };
}

/** Codes side by side on paper, to print and cut. */
export function PrintSheet({ count, ...rest }: PrintSheetProps) {
  const { t } = useTranslation('links');
  const text = useUiText();
  const form = useSheetForm(rest);
  const pages = Math.ceil(count / (form.columns * form.rows));
  return (
    <Dialog
      open
      onOpenChange={rest.onClose}
      title={t('sheet.title')}
      description={t('sheet.text')}
      footer={
        <>
          <Button onClick={rest.onClose}>{text.cancel}</Button>
          <Button variant="primary" busy={form.busy} busyLabel={t('zip.working')} onClick={() => void form.print()}>
            {t('downloadAs', { format: 'PDF' })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={t('sheet.paper')}
          value={form.paper}
          onValueChange={form.setPaper}
          options={papers.map((value) => ({ value, label: t(`sheet.papers.${value}`) }))}
          className="self-start"
        />
        <div className="grid grid-cols-2 gap-3">
          <Amount
            label={t('sheet.columns')}
            most={sheetLimits.columns}
            value={form.columns}
            onValue={form.setColumns}
          />
          <Amount label={t('sheet.rows')} most={sheetLimits.rows} value={form.rows} onValue={form.setRows} />
        </div>
        <Checkbox
          label={t('sheet.names')}
          description={t('sheet.namesHint')}
          checked={form.names}
          onCheckedChange={form.setNames}
        />
        <p className="text-sm text-muted">{t('sheet.pages', { count: pages, shown: pages })}</p>
        {form.fault && <Alert tone="danger">{form.fault}</Alert>}
      </div>
    </Dialog>
  );
}

type AmountProps = { label: string; most: number; value: number; onValue: (value: number) => void };

function Amount({ label, most, value, onValue }: AmountProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={String(value)}
          onValueChange={(next) => onValue(Number(next))}
          options={Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
      )}
    </Field>
  );
}

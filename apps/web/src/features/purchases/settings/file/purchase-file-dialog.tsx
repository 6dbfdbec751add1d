import type { addPurchases } from '@waggle/contracts/purchases';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useAddPurchases } from '../../queries.ts';
import { CheckedPurchases } from './checked-purchases.tsx';
import { type CheckedFile, ChoosePurchases } from './choose-purchases.tsx';

type Outcome = ReplyOf<typeof addPurchases>;

/** Choose a file, look at what is wrong in it, add the rest. */
export function PurchaseFileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('revenue-settings');
  const [file, setFile] = useState<CheckedFile>();
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome) return <Finished outcome={outcome} onClose={onClose} />;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={t('file.title')}
      description={file ? file.name : t('file.text')}
    >
      {file ? (
        <Rows file={file} onBack={() => setFile(undefined)} onAdded={setOutcome} />
      ) : (
        <ChoosePurchases onFile={setFile} />
      )}
    </Dialog>
  );
}

type RowsProps = { file: CheckedFile; onBack: () => void; onAdded: (outcome: Outcome) => void };

function Rows({ file, onBack, onAdded }: RowsProps) {
  const { t } = useTranslation('revenue-settings');
  const { number } = useFormat();
  const add = useAddPurchases();
  const client = useClientChoice();
  const [fault, setFault] = useState<string>();
  const good = file.rows.filter(({ error }) => error === null);
  const send = async () => {
    if (!client.ask()) return;
    setFault(undefined);
    const rows = good.map(({ row: _row, error: _error, ...typed }) => typed);
    try {
      onAdded(await add.mutateAsync({ rows, ...client.body }));
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <ClientField choice={client} />
      <CheckedPurchases rows={file.rows} />
      {fault && <Alert tone="danger">{fault}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" className="mr-auto -ml-2.5" onClick={onBack}>
          {t('file.other')}
        </Button>
        <Button
          variant="primary"
          busy={add.isPending}
          busyLabel={t('file.adding')}
          disabledReason={good.length === 0 ? t('file.noGood') : undefined}
          onClick={() => void send()}
        >
          {t('file.add', { count: good.length, shown: number(good.length) })}
        </Button>
      </div>
    </div>
  );
}

function Finished({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { t } = useTranslation('revenue-settings');
  const text = useUiText();
  const { number } = useFormat();
  const { added, known, withoutContact } = outcome;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('file.added', { count: added, shown: number(added) })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-1 text-sm text-muted">
        {known > 0 && <p>{t('file.known', { count: known, shown: number(known) })}</p>}
        {withoutContact > 0 && (
          <p>{t('file.withoutContact', { count: withoutContact, shown: number(withoutContact) })}</p>
        )}
        {known === 0 && withoutContact === 0 && <p>{t('file.allNew')}</p>}
      </div>
    </Dialog>
  );
}

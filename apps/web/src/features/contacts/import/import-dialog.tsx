import { useQuery } from '@tanstack/react-query';
import type { Import } from '@waggle/contracts/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientChoice } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useCounted } from './counted.ts';
import type { PlanAnswers } from './draft.ts';
import { newImport, useImportAddress } from './import-address.ts';
import { stepOf, type ImportStep } from './import-state.ts';
import { MatchStep } from './match-step.tsx';
import { importQuery } from './queries.ts';
import { ReviewStep } from './review-step.tsx';
import { RunStep } from './run-step.tsx';
import { StepFrame } from './step-frame.tsx';
import { Stepper } from './stepper.tsx';
import { UploadStep } from './upload-step.tsx';
import { useUpload } from './use-upload.ts';
import { watch } from './watched.ts';

type ImportDialogProps = {
  onClose: () => void;
  /** What a new file holds unless the person says otherwise. */
  kind?: Import['kind'] | undefined;
};

/** From a file to contacts in four steps; which one is decided by what the server says of the import in the address. */
export function ImportDialog({ onClose, kind: firstKind = 'contacts' }: ImportDialogProps) {
  const { t } = useTranslation('contacts-import');
  const [asking, setAsking] = useState<'upload' | 'match'>();
  const dialog = useImportDialog(firstKind);
  const { found, step, kind, upload } = dialog;
  const later = () => {
    if (found) watch([found.id]);
    onClose();
  };
  const close = () => {
    if (upload.state.phase === 'sending') setAsking('upload');
    else if (step === 'match' && found) setAsking('match');
    else if (step === 'review') later();
    else onClose();
  };

  return (
    <Dialog
      open
      flush
      size="lg"
      onOpenChange={close}
      title={t(`${kind}.title`)}
      description={found && <FileAndRows found={found} />}
    >
      <Stepper step={step} finished={step === 'import' && found?.state === 'done'} />
      <CurrentStep dialog={dialog} onClose={onClose} />
      <Confirm
        open={asking === 'upload'}
        onOpenChange={() => setAsking(undefined)}
        title={t('upload.stopTitle')}
        confirmLabel={t('upload.stop')}
        cancelLabel={t('upload.keepOn')}
        onConfirm={onClose}
      >
        {t('upload.stopText')}
      </Confirm>
      <Confirm
        open={asking === 'match'}
        onOpenChange={() => setAsking(undefined)}
        variant="primary"
        title={t('later.title')}
        confirmLabel={t('later.confirm')}
        cancelLabel={t('later.stay')}
        onConfirm={later}
      >
        {t('later.text')}
      </Confirm>
    </Dialog>
  );
}

function useImportDialog(firstKind: Import['kind']) {
  const address = useImportAddress();
  const { importId } = address;
  const query = useQuery({ ...importQuery(importId ?? newImport), enabled: importId !== undefined });
  // A step the person went back to; the server's state decides otherwise.
  const [wanted, setWanted] = useState<ImportStep>();
  const [chosenKind, setKind] = useState(firstKind);
  const [kept, keep] = useState<KeptAnswers>();
  const found = importId === undefined ? undefined : query.data;
  const show = (id: string) => {
    setWanted(undefined);
    address.show(id);
  };
  const upload = useUpload(({ id }) => show(id));
  const client = useClientChoice();

  return {
    query,
    importId,
    found,
    upload,
    client,
    kind: wanted === 'upload' ? chosenKind : (found?.kind ?? chosenKind),
    setKind,
    step: wanted ?? stepOf(found),
    goTo: setWanted,
    kept,
    keep,
    startOver: () => show(newImport),
  };
}

/** Of the second step, when somebody goes back to the first, and of which reading of the file. */
type KeptAnswers = { reading: string; answers: PlanAnswers | undefined };

type CurrentStepProps = { dialog: ReturnType<typeof useImportDialog>; onClose: () => void };

function CurrentStep({ dialog, onClose }: CurrentStepProps) {
  const { importId, found, step, goTo } = dialog;
  if (importId !== undefined && !found) return <Waiting dialog={dialog} />;
  if (!found || step === 'upload') return <Upload dialog={dialog} />;
  if (step === 'review') return <ReviewStep found={found} onBack={() => goTo('match')} />;
  if (step === 'import') return <RunStep found={found} onClose={onClose} onStartOver={dialog.startOver} />;
  // A file read with other settings has other columns, so what was chosen for the old ones goes.
  const reading = `${found.id} ${found.encoding} ${found.delimiter}`;
  return (
    <MatchStep
      key={reading}
      found={found}
      kept={dialog.kept?.reading === reading ? dialog.kept.answers : undefined}
      onBack={(answers) => {
        dialog.keep({ reading, answers });
        goTo('upload');
      }}
      onChecking={() => {
        dialog.keep(undefined);
        goTo(undefined);
      }}
    />
  );
}

function Upload({ dialog }: Pick<CurrentStepProps, 'dialog'>) {
  const { found, upload, client, kind, setKind, goTo, kept } = dialog;
  const interrupted = found?.state === 'uploading';
  return (
    <UploadStep
      upload={upload}
      kind={kind}
      client={client}
      onKindChange={setKind}
      interrupted={interrupted ? found.name : undefined}
      onForward={found && !interrupted ? () => goTo(kept && 'match') : undefined}
    />
  );
}

function Waiting({ dialog: { query, startOver } }: Pick<CurrentStepProps, 'dialog'>) {
  const { t } = useTranslation('contacts-import');
  return (
    <StepFrame actions={<Button onClick={startOver}>{t('startOver')}</Button>}>
      {query.isError ? (
        <LoadError
          title={t('loadFailed')}
          message={problemText(query.error)}
          retry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <SkeletonRows />
      )}
    </StepFrame>
  );
}

function FileAndRows({ found: { name, rows } }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  return rows === null ? name : t('fileAndRows', { name, ...counted(rows) });
}

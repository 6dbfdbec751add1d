import type { Import } from '@waggle/contracts/imports';
import { useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ClientField, type ClientChoice } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DialogClose } from '#ui/dialog.tsx';
import { Progress } from '#ui/progress.tsx';
import { DropZone } from './drop-zone.tsx';
import { fileSize } from './file-size.ts';
import { PasteBox } from './paste-box.tsx';
import { downloadSample } from './sample-file.ts';
import { StepFrame } from './step-frame.tsx';
import { useAnnouncedTenths } from './use-announced-tenths.ts';
import type { UploadState, useUpload } from './use-upload.ts';

type UploadStepProps = {
  upload: ReturnType<typeof useUpload>;
  kind: Import['kind'];
  /** Whose contacts the file holds. */
  client: ClientChoice;
  onKindChange: (kind: Import['kind']) => void;
  /** An upload that a reload interrupted. */
  interrupted: string | undefined;
  /** Back to the columns of the file that is here already. */
  onForward: (() => void) | undefined;
};

export function UploadStep({ upload, kind, client, onKindChange, interrupted, onForward }: UploadStepProps) {
  const { t } = useTranslation('contacts-import');
  const { state } = upload;
  // Chosen before the client was: it waits, and need not be found again.
  const [waiting, setWaiting] = useState<File>();
  const take = (file: File) => {
    if (client.ask()) void upload.start({ kind, file, client: client.body });
    else setWaiting(file);
  };
  if (state.phase === 'sending') return <Sending state={state} onCancel={upload.cancel} />;
  return (
    <StepFrame
      actions={
        <>
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          {onForward && <Button onClick={onForward}>{t('continue')}</Button>}
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-5">
        <UploadProblem state={state} />
        {interrupted && state.phase === 'idle' && (
          <Alert tone="warning">{t('upload.interrupted', { name: interrupted })}</Alert>
        )}
        <ClientField
          choice={client}
          hint={waiting && t('upload.waiting', { name: waiting.name })}
          onChoose={(clientId) => waiting && void upload.start({ kind, file: waiting, client: { clientId } })}
        />
        <DropZone onFile={take} />
        <PasteBox onFile={take} />
        <p className="text-center text-sm text-muted">
          <Trans t={t} i18nKey="upload.sample" components={{ sample: <SampleLink /> }} />
        </p>
        <Checkbox
          className="self-center text-muted!"
          label={t('upload.kind')}
          description={kind === 'suppressions' ? t('upload.kindText') : undefined}
          checked={kind === 'suppressions'}
          onCheckedChange={(checked) => onKindChange(checked ? 'suppressions' : 'contacts')}
        />
      </div>
    </StepFrame>
  );
}

/** The translation puts the name of the file into it. */
function SampleLink({ children }: { children?: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-6 font-medium text-link underline underline-offset-2"
      onClick={downloadSample}
    >
      {children}
    </button>
  );
}

function UploadProblem({ state }: { state: UploadState }) {
  const { t } = useTranslation('contacts-import');
  if (state.phase === 'failed') {
    return (
      <Alert tone="danger" title={t('faults.failedTitle')}>
        {problemText(state.error)}
      </Alert>
    );
  }
  if (state.phase !== 'refused') return null;
  const { fault } = state;
  const title =
    fault === 'type'
      ? t('faults.typeTitle')
      : fault === 'empty' || fault === 'large'
        ? undefined
        : t('faults.unreadableTitle');
  return (
    <Alert tone="danger" title={title}>
      {t(`faults.${fault}`)}
    </Alert>
  );
}

type SendingProps = { state: Extract<UploadState, { phase: 'sending' }>; onCancel: () => void };

function Sending({ state, onCancel }: SendingProps) {
  const { t } = useTranslation('contacts-import');
  const { name, sent, bytes } = state;
  const label = t('upload.sending', { name });
  useAnnouncedTenths(label, sent, bytes);
  return (
    <StepFrame actions={<Button onClick={onCancel}>{t('upload.cancelUpload')}</Button>}>
      <div className="py-16">
        <Progress
          label={label}
          value={sent}
          max={bytes}
          caption={sent === bytes ? t('upload.reading') : label}
          captionEnd={t('upload.sentOf', { sent: fileSize(sent), total: fileSize(bytes) })}
        />
      </div>
    </StepFrame>
  );
}

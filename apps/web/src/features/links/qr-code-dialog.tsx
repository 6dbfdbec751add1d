import { useNavigate } from '@tanstack/react-router';
import { type QrCode, qrName, qrTarget } from '@waggle/contracts/qr-codes';
import { QrDesign } from '@waggle/contracts/qr-design';
import { QrLabels } from '@waggle/contracts/qr-labels';
import { ArrowLeft, Palette } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { useLeaveGuard, useRelease } from '#lib/unsaved-changes.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { Designer } from './designer/designer.tsx';
import type { DesignProps } from './designer/design-props.ts';
import { isSameDesign } from './designer/same-design.ts';
import { usePreview } from './designer/use-preview.ts';
import { LabelsField } from './labels/labels-field.tsx';
import { useCreateQrCode, useUpdateQrCode } from './queries.ts';
import { FormField, type LeadsTo, TargetChoice } from './target-field.tsx';
import { UtmBuilder } from './utm/utm-builder.tsx';

type QrCodeDialogProps = {
  /** Without one a new code is made. */
  code?: QrCode;
  onClose: () => void;
};

const ofAddress = z.strictObject({ name: qrName, targetUrl: qrTarget, formId: z.string(), labels: QrLabels });
const ofForm = ofAddress.extend({ targetUrl: z.string(), formId: z.uuid() });
const plainDesign = QrDesign.parse({});

function useQrCodeForm(code: QrCode | undefined, design: QrDesign | undefined, onClose: () => void) {
  const { t } = useTranslation(['links', 'app']);
  const navigate = useNavigate();
  const create = useCreateQrCode();
  const update = useUpdateQrCode();
  const client = useClientChoice();
  const [leadsTo, setLeadsTo] = useState<LeadsTo>(code?.formId ? 'form' : 'address');
  const form = useContractForm(leadsTo === 'form' ? ofForm : ofAddress, {
    defaultValues: {
      name: code?.name ?? '',
      targetUrl: code && !code.formId ? code.targetUrl : '',
      formId: code?.formId ?? '',
      labels: code?.labels ?? [],
    },
  });
  const open = (qrCodeId: string) =>
    void navigate({ to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId }, search: {} });
  const tellFailure = (error: unknown) => {
    const { code: problem = '', fields: named = {} } = error instanceof ApiProblem ? error : {};
    if (problem === 'plan_limit' || Object.keys(named).length > 0) return;
    toast({ tone: 'error', title: t('app:error'), description: t(code ? 'updateFailed' : 'createFailed') });
  };
  const send = form.submit(async ({ targetUrl, formId, ...typed }) => {
    if (!code && !client.ask()) return;
    const body = { ...typed, ...(leadsTo === 'form' ? { formId } : { targetUrl }) };
    try {
      const saved = code
        ? await update.mutateAsync({ qrCodeId: code.id, ...body })
        : await create.mutateAsync({ ...body, ...client.body, ...(design && { design }) });
      onClose();
      toast({
        tone: 'success',
        title: t(code ? 'updated' : 'created'),
        description: saved.name,
        ...(!code && { action: { label: t('open'), onAction: () => open(saved.id) } }),
      });
    } catch (error) {
      tellFailure(error);
      throw error;
    }
  });
  const onSubmit = (event: FormEvent) => {
    if (!code) client.ask();
    return send(event);
  };
  return { form, onSubmit, client, leadsTo, setLeadsTo };
}

type QrCodeForm = ReturnType<typeof useQrCodeForm>;

/** Name and target; a new code can be designed on the way. */
export function QrCodeDialog({ code, onClose }: QrCodeDialogProps) {
  const { t } = useTranslation('links');
  const [design, setDesign] = useState<QrDesign>();
  // Here and not in its step, so that neither Back nor Esc drops it unasked.
  const [draft, setDraft] = useState(plainDesign);
  const [designing, setDesigning] = useState(false);
  const leaving = useRelease();
  const state = useQrCodeForm(code, design, () => {
    leaving.release();
    onClose();
  });
  const isDesigned = design !== undefined || !isSameDesign(draft, plainDesign);
  const { guard, question } = useLeaveGuard(state.form.formState.isDirty || isDesigned, leaving);
  const leave = () => guard(onClose);
  if (designing) {
    return (
      <>
        <DesignStep
          design={draft}
          onDesign={setDraft}
          onClose={leave}
          onBack={() => setDesigning(false)}
          onUse={() => {
            setDesign(draft);
            setDesigning(false);
          }}
        />
        {question}
      </>
    );
  }
  return (
    <>
      <Dialog open onOpenChange={leave} title={t(code ? 'editTitle' : 'create')}>
        <DetailsForm
          state={state}
          isNew={!code}
          designed={design !== undefined}
          onDesign={code ? undefined : () => setDesigning(true)}
        />
      </Dialog>
      {question}
    </>
  );
}

type DetailsFormProps = {
  state: QrCodeForm;
  isNew: boolean;
  designed: boolean;
  onDesign: (() => void) | undefined;
};

function DetailsForm({ state, isNew, designed, onDesign }: DetailsFormProps) {
  const { form, onSubmit, client } = state;
  const { t } = useTranslation('links');
  const text = useUiText();
  const labels = useWatch({ control: form.control, name: 'labels' });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {isNew && <ClientField choice={client} />}
      <Field label={t('form.name')} error={form.errorOf('name')}>
        {(control) => (
          <TextInput {...control} {...form.register('name')} autoComplete="off" placeholder={t('form.nameExample')} />
        )}
      </Field>
      <Target state={state} />
      <LabelsField
        labels={labels}
        onLabels={(next) => form.setValue('labels', next, { shouldDirty: true })}
        error={form.errorOf('labels')}
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        {onDesign && (
          <Button variant="ghost" icon={Palette} className="mr-auto -ml-2.5" onClick={onDesign}>
            {t(designed ? 'form.designed' : 'form.design')}
          </Button>
        )}
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="primary"
          busy={form.formState.isSubmitting}
          busyLabel={t(isNew ? 'form.creating' : 'saving')}
        >
          {t(isNew ? 'create' : 'save')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** An address with its campaign parameters, or one of the forms. */
function Target({ state: { form, client, leadsTo, setLeadsTo } }: { state: QrCodeForm }) {
  const { t } = useTranslation('links');
  const [address, formId] = useWatch({ control: form.control, name: ['targetUrl', 'formId'] });
  const set = (name: 'targetUrl' | 'formId') => (next: string) =>
    form.setValue(name, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <TargetChoice leadsTo={leadsTo} onLeadsTo={setLeadsTo} />
      {leadsTo === 'form' ? (
        <FormField formId={formId} onForm={set('formId')} clientId={client.chosen} error={form.errorOf('formId')} />
      ) : (
        <>
          <Field label={t('targetUrl')} hint={t('form.targetHint')} error={form.errorOf('targetUrl')}>
            {(control) => (
              <TextInput
                {...control}
                {...form.register('targetUrl')}
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder={t('form.targetExample')}
              />
            )}
          </Field>
          <UtmBuilder address={address} onAddress={set('targetUrl')} />
        </>
      )}
    </>
  );
}

type DesignStepProps = DesignProps & { onClose: () => void; onBack: () => void; onUse: () => void };

function DesignStep({ design, onDesign, onClose, onBack, onUse }: DesignStepProps) {
  const { t } = useTranslation('links');
  const preview = usePreview(design, undefined);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('designer.title')}
      description={t('designer.optional')}
      footer={
        <>
          <Button variant="ghost" icon={ArrowLeft} className="mr-auto" onClick={onBack}>
            {t('form.back')}
          </Button>
          <Button variant="primary" disabledReason={preview.obstacle} onClick={onUse}>
            {t('form.useDesign')}
          </Button>
        </>
      }
    >
      <Designer design={design} onDesign={onDesign} preview={preview} />
    </Dialog>
  );
}

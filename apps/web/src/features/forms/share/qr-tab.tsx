import { Link } from '@tanstack/react-router';
import { qrSize } from '@waggle/contracts/qr-codes';
import { ChartColumn, Download, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { CopyText } from './copy-text.tsx';
import { qrPictureUrl, useDownloadPicture, useFormCode, useMakeFormCode } from './qr-code.ts';
import type { SharedForm } from './shared-form.ts';

/** The same in every language. */
const pixels = 'px';

/** From Core a code that counts its scans; below that, and for who may make none, the form's own address. */
export function QrTab({ form }: { form: SharedForm }) {
  const { t } = useTranslation('form-share');
  const { code, mayMake, isTracked, question } = useFormCode(form);
  if (question.isError)
    return (
      <LoadError
        title={t('qr.failed')}
        message={problemText(question.error)}
        retry={() => void question.refetch()}
        busy={question.isFetching}
      />
    );
  if (isTracked && question.isPending) return <Skeleton className="h-64 w-full" />;
  if (mayMake && !code) return <MakeCode form={form} />;
  return <Picture form={form} code={code} />;
}

function MakeCode({ form }: { form: SharedForm }) {
  const { t } = useTranslation('form-share');
  const make = useMakeFormCode(form);
  return (
    <div className="grid min-h-64 place-items-center rounded-lg border border-line-strong p-6 text-center">
      <div className="flex max-w-sm flex-col items-center gap-3">
        <QrIcon aria-hidden className="size-8 text-subtle" />
        <p className="text-sm text-muted">{t('qr.makeText')}</p>
        <Button variant="primary" busy={make.isPending} busyLabel={t('qr.making')} onClick={() => make.mutate()}>
          {t('qr.make')}
        </Button>
        {make.isError && <Alert tone="danger">{problemText(make.error)}</Alert>}
      </div>
    </div>
  );
}

type Code = { id: string; shortCode: string; scans: number; isActive: boolean };

function Picture({ form, code }: { form: SharedForm; code: Code | undefined }) {
  const { t } = useTranslation('form-share');
  const [typed, setTyped] = useState(String(qrSize.default));
  const size = sizeOf(typed);
  const url = qrPictureUrl(form.id, { size, code: code?.shortCode });
  const download = useDownloadPicture(url, form.name);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_17.5rem] gap-6 max-md:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-4">
        {code && !code.isActive && <Alert tone="warning">{t('qr.inactive')}</Alert>}
        <Field label={t('qr.size')} hint={t('qr.sizeHint')}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={qrSize.min}
              max={qrSize.max}
              step={qrSize.step}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setTyped(String(size))}
              suffix={<span className="pr-2 text-xs">{pixels}</span>}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
            {t('qr.download')}
          </Button>
          <CopyText value={url} what={t('qr.urlWhat')} label={t('qr.copy')} size="md" />
        </div>
        <p className="text-sm text-muted">{t(code ? 'qr.tracked' : 'qr.untracked')}</p>
        {code && <Scans code={code} />}
      </div>
      <section className="max-md:order-first">
        <h3 className="mb-2 text-sm font-semibold text-ink">{t('preview')}</h3>
        <div className="grid min-h-64 place-items-center rounded-lg border border-line-strong bg-white p-4">
          <img
            src={url}
            width={size}
            height={size}
            alt={t('qr.picture', { name: form.name })}
            className="max-h-60 max-w-full object-contain [image-rendering:pixelated]"
          />
        </div>
      </section>
    </div>
  );
}

function Scans({ code }: { code: Code }) {
  const { t } = useTranslation('form-share');
  const { number } = useFormat();
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-ink">
      <span>{t('qr.scans', { count: code.scans, shown: number(code.scans) })}</span>
      <Link
        to="/dashboard/qr-codes/$qrCodeId"
        params={{ qrCodeId: code.id }}
        search={{}}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        <ChartColumn aria-hidden className="icon-control" />
        {t('qr.open')}
      </Link>
    </p>
  );
}

/** What is no number counts as 200; others become the nearest one that is drawn. */
function sizeOf(typed: string): number {
  const wanted = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(wanted)) return qrSize.default;
  const stepped = Math.round(wanted / qrSize.step) * qrSize.step;
  return Math.min(Math.max(stepped, qrSize.min), qrSize.max);
}

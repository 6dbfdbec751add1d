import { useQuery } from '@tanstack/react-query';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CopyShortUrl, OpenTarget, readableAddress } from '../addresses.tsx';
import { Verdict } from '../designer/readability-meter.tsx';
import { useReadabilityWords } from '../designer/readability-words.ts';
import { LabelChips } from '../labels/label-chip.tsx';
import { useMayChange } from '../plan-lock.tsx';
import { QrPicture } from '../qr-picture.tsx';
import { previewQuery } from '../queries.ts';
import { useToggleActive } from '../use-toggle-active.ts';
import { SizeAndFiles } from './size-and-files.tsx';

type CodeCardProps = { code: QrCode; size: number; onSize: (size: number) => void; onEdit: () => void };

/** The code itself: what it looks like, where it leads, and the files to print. */
export function CodeCard({ code, size, onSize, onEdit }: CodeCardProps) {
  const { t } = useTranslation('links');
  const { mayWrite, locked } = useMayChange();
  return (
    <Card className="@container">
      <div className="grid gap-4 @xl:grid-cols-2 @xl:gap-6">
        <div>
          <div className="grid place-items-center rounded-lg border border-line-strong bg-white p-3">
            <QrPicture code={code} className="w-full max-w-72" />
          </div>
          {mayWrite && !locked && <ReadabilityLine code={code} />}
          {!code.isActive && <InactiveNote code={code} />}
        </div>
        <div className="divide-y divide-line @max-xl:border-t @max-xl:border-line">
          <Part label={t('shortUrl')} actions={<CopyShortUrl code={code} />}>
            <ShortUrl code={code} />
          </Part>
          <Part
            label={t('targetUrl')}
            hint={t('form.targetHint')}
            actions={
              <>
                {mayWrite && (
                  <IconButton
                    label={t('editTarget')}
                    icon={Pencil}
                    size="sm"
                    disabledReason={locked}
                    onClick={onEdit}
                  />
                )}
                <OpenTarget url={code.targetUrl} />
              </>
            }
          >
            {readableAddress(code.targetUrl)}
          </Part>
          {code.labels.length > 0 && (
            <Part label={t('labels.title')}>
              <LabelChips labels={code.labels} />
            </Part>
          )}
          <SizeAndFiles code={code} size={size} onSize={onSize} />
        </div>
      </div>
    </Card>
  );
}

/** As in the designer, for the design that is kept. */
function ReadabilityLine({ code }: { code: QrCode }) {
  const { t } = useTranslation('links');
  const words = useReadabilityWords();
  const { data, isError } = useQuery(previewQuery(code.design, code.id));
  if (isError) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted">
      <span>{t('readability.title')}</span>
      {data ? (
        <Verdict scans={data.readability.scans} className="text-xs!">
          {words.verdict(data.readability)}
        </Verdict>
      ) : (
        <Skeleton width="9rem" />
      )}
    </div>
  );
}

/** What visitors see meanwhile. */
function InactiveNote({ code }: { code: QrCode }) {
  const { t } = useTranslation('links');
  const { mayWrite, locked } = useMayChange();
  const toggle = useToggleActive();
  return (
    <div className="mt-3 rounded-md bg-fill px-3 py-2.5 text-sm text-muted">
      <p>
        <strong className="font-semibold text-ink">{t('inactive')}</strong>. {t('inactiveText')}
      </p>
      {mayWrite && (
        <Button size="sm" className="mt-2" disabledReason={locked} onClick={() => toggle(code)}>
          {t('activate')}
        </Button>
      )}
    </div>
  );
}

function ShortUrl({ code }: { code: QrCode }) {
  const readable = readableAddress(code.shortUrl);
  return (
    <>
      {readable.slice(0, readable.length - code.shortCode.length)}
      <strong className="font-semibold">{code.shortCode}</strong>
    </>
  );
}

type PartProps = { label: string; hint?: string; actions?: ReactNode; children: ReactNode };

function Part({ label, hint, actions, children }: PartProps) {
  return (
    <div className="py-3">
      <p className="text-xs text-muted">{label}</p>
      <div className="flex min-h-7 items-center gap-1">
        <div className="min-w-0 flex-1 text-sm font-medium wrap-anywhere text-ink">{children}</div>
        {actions}
      </div>
      {hint && <p className="mt-0.5 text-xs text-subtle">{hint}</p>}
    </div>
  );
}

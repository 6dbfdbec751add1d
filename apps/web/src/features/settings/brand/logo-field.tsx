import { ImagePlus } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { useUploadBrandLogo } from './queries.ts';
import { shrinkLogo } from './shrink-logo.ts';

const types = ['image/png', 'image/jpeg', 'image/webp'];

export type Logo = { id: string; url: string };
type LogoFieldProps = {
  name: string;
  logo: Logo | null;
  onLogo: (logo: Logo | null) => void;
  error: string | undefined;
};

/** Part of the brand once that is saved. */
export function LogoField({ name, ...rest }: LogoFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const upload = useUploadBrandLogo();
  return (
    <PictureField
      {...rest}
      legend={t('logo')}
      about={t(rest.logo ? 'logoSet' : 'noLogo')}
      empty={<Hexagon name={name} size={40} />}
      upload={async (file) => upload.mutateAsync(await shrinkLogo(file))}
    />
  );
}

type PictureFieldProps = Omit<LogoFieldProps, 'name'> & {
  legend: string;
  about: string;
  /** Stands where there is no picture. */
  empty: ReactNode;
  /** Rejects with 'large' what cannot be made small enough. */
  upload: (file: Blob) => Promise<Logo>;
};

/** A picture that is made small in the browser and uploaded. */
export function PictureField({ logo, onLogo, error, legend, about, empty, upload }: PictureFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const take = async (file: File) => {
    setFault(types.includes(file.type) ? undefined : t('faults.type'));
    if (!types.includes(file.type)) return;
    setBusy(true);
    try {
      onLogo(await upload(file));
    } catch (failure) {
      const isLarge = failure instanceof Error && failure.message === 'large';
      setFault(
        failure instanceof ApiProblem ? problemText(failure) : t(isLarge ? 'faults.large' : 'faults.unreadable'),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <fieldset aria-describedby={`${id}-message`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-md border border-line-strong p-3">
        {logo ? <img src={logo.url} alt="" className="h-10 max-w-28 object-contain" /> : empty}
        <p className="min-w-36 flex-1 text-sm text-muted">{about}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label={`${legend}: ${t('upload')}`}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
            if (file) void take(file);
          }}
        />
        <Button size="sm" icon={ImagePlus} busy={isBusy} onClick={() => input.current?.click()}>
          {t(logo ? 'replace' : 'upload')}
        </Button>
        {logo && (
          <Button size="sm" variant="ghost" onClick={() => onLogo(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <FieldMessage id={`${id}-message`} error={fault ?? error} hint={t('logoHint')} />
    </fieldset>
  );
}
